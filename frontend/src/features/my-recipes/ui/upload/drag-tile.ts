/** Dragging a tile among others in rows, with a finger, a pen or a mouse. The tiles stay; one follows the pointer. */

import { followPointer } from '../../../../shared/lib/browser/follow-pointer'

/** Pixels after which a press is a drag. */
const BEGINS_PX = 6

interface TileHandlers {
  /** The place where the tile would go; null when it has been let go. */
  onPlace(to: number | null): void
  onMove(key: string, to: number): void
}

/** Follows a pointer that was pressed on a tile until it is let go. */
export function followTile(list: HTMLElement, tile: HTMLElement, pressed: PointerEvent, handlers: TileHandlers): void {
  const tiles = Array.from(list.querySelectorAll<HTMLElement>('[data-tile]'))
  const from = tiles.indexOf(tile)
  const key = tile.dataset['tile']
  if (key === undefined) return
  const boxes = tiles.map((one) => one.getBoundingClientRect())
  const scrolledAt = scrollY
  let to = from
  const movedBy = ({ clientX, clientY }: PointerEvent) =>
    [clientX - pressed.clientX, clientY - pressed.clientY] as const
  followPointer(pressed, (event) => Math.hypot(...movedBy(event)), {
    beginsAfter: BEGINS_PX,
    onBegin() {
      tile.dataset['dragged'] = ''
    },
    onMove(event) {
      const [dx, dy] = movedBy(event)
      tile.style.transform = `translate(${dx}px, ${dy + scrollY - scrolledAt}px)`
      to = nearest(boxes, event.clientX, event.clientY + scrollY - scrolledAt)
      handlers.onPlace(to)
    },
    onEnd(dropped) {
      tile.style.transform = ''
      delete tile.dataset['dragged']
      handlers.onPlace(null)
      if (dropped && to !== from) handlers.onMove(key, to)
    },
  })
}

/** The box whose middle is next to a point. */
export function nearest(boxes: readonly DOMRect[], x: number, y: number): number {
  const distances = boxes.map((box) => Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y))
  return distances.indexOf(Math.min(...distances))
}
