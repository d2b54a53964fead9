/** Dragging a tile among others in rows, with a finger, a pen or a mouse. The tiles stay; one follows the pointer. */

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
  let [begun, to] = [false, from]

  const onPointer = (event: PointerEvent) => {
    if (event.pointerId !== pressed.pointerId) return
    const [dx, dy] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY]
    if (!begun && Math.hypot(dx, dy) < BEGINS_PX) return
    begun = true
    tile.dataset['dragged'] = ''
    tile.style.transform = `translate(${dx}px, ${dy + scrollY - scrolledAt}px)`
    to = nearest(boxes, event.clientX, event.clientY + scrollY - scrolledAt)
    handlers.onPlace(to)
  }
  const end = (isMoved: boolean) => {
    removeEventListener('pointermove', onPointer)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKey, { capture: true })
    tile.style.transform = ''
    delete tile.dataset['dragged']
    // The release is followed by a click, which would otherwise press what lies there.
    if (begun) addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    handlers.onPlace(null)
    if (isMoved && begun && to !== from) handlers.onMove(key, to)
  }
  const onUp = (event: PointerEvent) => event.pointerId === pressed.pointerId && end(true)
  const onCancel = (event: PointerEvent) => event.pointerId === pressed.pointerId && end(false)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }
  addEventListener('pointermove', onPointer)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onCancel)
  addEventListener('keydown', onKey, { capture: true })
}

/** The box whose middle is next to a point. */
export function nearest(boxes: readonly DOMRect[], x: number, y: number): number {
  const distances = boxes.map((box) => Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y))
  return distances.indexOf(Math.min(...distances))
}

function swallow(event: MouseEvent): void {
  event.stopPropagation()
  event.preventDefault()
}
