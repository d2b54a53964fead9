/** Whether shortcuts use the Command key, for messages that name one. */
export function platform(): 'mac' | 'other' {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? 'mac' : 'other'
}
