/** Focus target after this item disappears: the next item, or else the previous one. Null if it has no focus. */
export function besideFocus(id: string): HTMLElement | null {
  const held = document.activeElement?.closest<HTMLElement>('[data-item]')
  if (held?.dataset['item'] !== id) return null
  const items = Array.from(document.querySelectorAll<HTMLElement>('[data-item]'))
  const place = items.indexOf(held)
  const next = items[place + 1] ?? items[place - 1]
  return next?.querySelector<HTMLElement>('h2 a, button') ?? null
}
