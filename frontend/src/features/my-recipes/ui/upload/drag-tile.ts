/** Drags a tile within a grid with touch, pen or mouse. Other tiles stay in place. */

import { followPointer } from '../../../../shared/lib/browser/follow-pointer'

/** Distance in pixels that turns a press into a drag. */
const BEGINS_PX = 6

interface TileHandlers {
  /** Target index; null after the release. */
  onPlace(to: number | null): void
  onMove(key: string, to: number): void
}

/** Follows the pointer until it is released. */
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

/** Index of the box whose centre is nearest. */
export function nearest(boxes: readonly DOMRect[], x: number, y: number): number {
  const distances = boxes.map((box) => Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y))
  return distances.indexOf(Math.min(...distances))
}
