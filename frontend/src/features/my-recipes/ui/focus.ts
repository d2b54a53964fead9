/** Where the focus goes when the item that holds it disappears: to the next one, or to the last that is left. */
export function besideFocus(id: string): HTMLElement | null {
  const held = document.activeElement?.closest<HTMLElement>('[data-item]')
  if (held?.dataset['item'] !== id) return null
  const items = Array.from(document.querySelectorAll<HTMLElement>('[data-item]'))
  const place = items.indexOf(held)
  const next = items[place + 1] ?? items[place - 1]
  return next?.querySelector<HTMLElement>('h2 a, button') ?? null
}
