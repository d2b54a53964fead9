/**
 * Dragging a row by its handle with a finger, a pen or a mouse. Our own few lines instead of a library's sixteen
 * kilobytes: the list is one column, its rows stay where they are while one is dragged, and a line shows where it
 * will go. See the decision on editing.
 */

import { followPointer } from '../../../shared/lib/browser/follow-pointer'

/** Pixels after which a press is a drag and no tap. */
const BEGINS_PX = 5
/** So near to the window's edge the page scrolls along. */
const EDGE_PX = 96
const SCROLL_PX = 14

export interface DragHandlers {
  /** Called whenever the place where the row would go changes. @param top where to show it, within the list. */
  onPlace(key: string, to: number, top: number): void
  /** @param to null when nothing moves. */
  onEnd(key: string, to: number | null): void
}

/** Follows a pointer that was pressed on a row's handle until it is let go. @returns stops it without a move. */
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
  // Places in the document, so that scrolling does not change them.
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
