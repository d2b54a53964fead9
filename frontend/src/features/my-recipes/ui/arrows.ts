import type { KeyboardEvent } from 'react'

/** Arrow-key navigation between items by their position on screen. */
export function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const focused = event.target
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || !(focused instanceof HTMLElement)) return
  const from = focused.closest<HTMLElement>('[data-index]')
  const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-index]'))
  if (from === null || items.length === 0) return
  const to = step === 'before' || step === 'after' ? beside(items, from, step) : aboveOrBelow(items, from, step)
  const goal = to?.querySelector<HTMLElement>(
    focused.matches('[data-select] input') ? '[data-select] input' : 'h2 a, button',
  )
  if (goal == null) return
  event.preventDefault()
  goal.focus()
}

const STEPS: Record<string, 'before' | 'after' | 'above' | 'below'> = {
  ArrowLeft: 'before',
  ArrowRight: 'after',
  ArrowUp: 'above',
  ArrowDown: 'below',
}

function beside(items: HTMLElement[], from: HTMLElement, step: 'before' | 'after'): HTMLElement | undefined {
  return items[items.indexOf(from) + (step === 'before' ? -1 : 1)]
}

function aboveOrBelow(items: HTMLElement[], from: HTMLElement, step: 'above' | 'below'): HTMLElement | undefined {
  const here = from.getBoundingClientRect()
  let best: HTMLElement | undefined
  let least = Number.POSITIVE_INFINITY
  for (const item of items) {
    const there = item.getBoundingClientRect()
    const down = step === 'below' ? there.top - here.top : here.top - there.top
    if (down <= 1) continue
    const distance = down * 10 + Math.abs(there.left - here.left)
    if (distance < least) [best, least] = [item, distance]
  }
  return best
}
