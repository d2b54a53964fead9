/**
 * Drags a row by its handle with touch, pen or mouse. Own code instead of a 16 kB library: a single column, rows stay
 * in place while dragging, and a line marks the target.
 */

import { followPointer } from '../../../shared/lib/browser/follow-pointer'

/** Distance in pixels that turns a press into a drag. */
const BEGINS_PX = 5
/** Distance from the window's edge, in pixels, within which the page scrolls. */
const EDGE_PX = 96
const SCROLL_PX = 14

export interface DragHandlers {
  /**
   * Called when the target index changes.
   * @param top position of the marker within the list
   */
  onPlace(key: string, to: number, top: number): void
  /** @param to null if nothing moves */
  onEnd(key: string, to: number | null): void
}

/**
 * Follows the pointer until it is released.
 * @returns a function that cancels the drag
 */
export function followDrag(
  list: HTMLElement,
  handle: HTMLElement,
  pressed: PointerEvent,
  handlers: DragHandlers,
): () => void {
  const row = handle.closest<HTMLElement>('[data-row]')
  const key = row?.dataset['row']
  if (row === null || key === undefined) return () => undefined
  const rows = Array.from(list.querySelectorAll<HTMLElement>('[data-row]'))
  const from = rows.indexOf(row)
  // Document coordinates, so that scrolling does not change them.
  const listTop = list.getBoundingClientRect().top + scrollY
  const boxes = rows.map((element) => {
    const { top, height } = element.getBoundingClientRect()
    return { top: top + scrollY, middle: top + scrollY + height / 2, bottom: top + scrollY + height }
  })
  const others = boxes.filter((_, index) => index !== from)
  const begunAt = pressed.clientY + scrollY
  let [lastY, to, frame] = [pressed.clientY, from, 0]

  const place = () => {
    const y = lastY + scrollY
    row.style.transform = `translateY(${y - begunAt}px)`
    to = others.filter(({ middle }) => middle < y).length
    const before = to <= from ? boxes[to] : boxes[to + 1]
    handlers.onPlace(key, to, (before?.top ?? boxes.at(-1)?.bottom ?? 0) - listTop)
  }
  const scrollAlong = () => {
    const by = lastY < EDGE_PX ? -SCROLL_PX : lastY > innerHeight - EDGE_PX ? SCROLL_PX : 0
    if (by !== 0) {
      scrollBy(0, by)
      place()
    }
    frame = requestAnimationFrame(scrollAlong)
  }
  handle.setPointerCapture(pressed.pointerId)
  return followPointer(pressed, ({ clientY }) => Math.abs(clientY + scrollY - begunAt), {
    beginsAfter: BEGINS_PX,
    onBegin() {
      row.dataset['dragged'] = ''
      frame = requestAnimationFrame(scrollAlong)
    },
    onMove({ clientY }) {
      lastY = clientY
      place()
    },
    onEnd(dropped) {
      cancelAnimationFrame(frame)
      row.style.transform = ''
      delete row.dataset['dragged']
      handlers.onEnd(key, dropped && to !== from ? to : null)
    },
  })
}
