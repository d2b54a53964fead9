const MARGIN_PX = 8

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Position of a floating element: below its anchor, or above where there is more room, and inside of the window.
 * @param align the edge of the anchor to align with.
 * @returns left and top in window pixels.
 */
export function placeBeside(
  anchor: Box,
  floating: Size,
  room: Size,
  align: 'start' | 'center' | 'end',
  gapPx = 4,
): { left: number; top: number } {
  const wanted = {
    start: anchor.left,
    center: (anchor.left + anchor.right - floating.width) / 2,
    end: anchor.right - floating.width,
  }[align]
  const below = room.height - anchor.bottom - gapPx - MARGIN_PX
  const above = anchor.top - gapPx - MARGIN_PX
  const upwards = floating.height > below && above > below
  const top = upwards ? anchor.top - gapPx - floating.height : anchor.bottom + gapPx
  const within = (value: number, size: number, space: number) =>
    Math.max(MARGIN_PX, Math.min(value, space - size - MARGIN_PX))
  return {
    left: within(wanted, floating.width, room.width),
    top: within(top, floating.height, room.height),
  }
}

/** Moves an element to the top layer, next to its anchor. */
export function float(element: HTMLElement, anchor: Element, align: 'start' | 'center' | 'end', gapPx?: number): void {
  // The top layer prevents clipping. Without popover support only the position is set.
  if ('showPopover' in element && element.popover === null) {
    element.popover = 'manual'
    element.showPopover()
  }
  const size = { width: element.offsetWidth, height: element.offsetHeight }
  const room = { width: document.documentElement.clientWidth, height: innerHeight }
  const { left, top } = placeBeside(anchor.getBoundingClientRect(), size, room, align, gapPx)
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}
