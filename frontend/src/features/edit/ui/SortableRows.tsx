import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useIntl } from 'react-intl'
import type { Keyed } from '../../../shared/lib/editing/rows'
import { type DragHandlers, followDrag } from './drag'

/** The control to focus after the next render. */
export interface FocusWish {
  readonly key: string
  readonly part: string
}

interface SortableRowsProps<Row extends Keyed> {
  /** Id of the list's heading. */
  labelledBy: string
  rows: readonly Row[]
  /** Name of the row in move announcements. */
  nameOf: (row: Row) => string
  onMove: (key: string, to: number) => void
  focus: FocusWish | null
  /** A `picked` row shows move buttons. */
  renderRow: (row: Row, index: number, picked: boolean) => ReactNode
  onKeyDown?: (event: KeyboardEvent, key: string, part: string) => void
  onPaste?: (event: React.ClipboardEvent, key: string, part: string) => void
}

/**
 * Sortable list: by dragging the handle, arrow keys on the handle, Alt+arrow keys within a row, or the buttons shown
 * after a tap on the handle. Moves are announced.
 *
 * A row is an element with `data-row`; inside, `data-part` names controls, `data-handle` the handle, and `data-move`
 * buttons with their offset.
 */
export function SortableRows<Row extends Keyed>(props: SortableRowsProps<Row>) {
  const { labelledBy, rows, nameOf, onMove, focus, renderRow, onKeyDown, onPaste } = props
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const stopDrag = useRef<(() => void) | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const [dropTop, setDropTop] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  // Moving an element in the DOM drops its focus, so restore it after the render.
  const refocus = useRef<FocusWish | null>(null)

  useEffect(() => () => stopDrag.current?.(), [])
  useLayoutEffect(() => {
    if (refocus.current !== null) focusPart(list.current, refocus.current)
    refocus.current = null
  })
  useLayoutEffect(() => {
    if (focus !== null) focusPart(list.current, focus)
  }, [focus])

  const move = (key: string, to: number, part: string) => {
    const from = rows.findIndex((row) => row.key === key)
    const row = rows[from]
    const place = Math.min(Math.max(to, 0), rows.length - 1)
    if (row === undefined) return
    const values = { name: nameOf(row), place: place + 1, count: rows.length }
    setSaid(
      intl.formatMessage(
        { id: 'edit.row.moved', defaultMessage: '{name} moved to position {place, number} of {count, number}' },
        values,
      ),
    )
    if (place === from) return
    refocus.current = { key, part }
    onMove(key, place)
  }

  const press = (event: PointerEvent) => {
    const handle = closest(event.target, '[data-handle]')
    if (handle === null || list.current === null || event.button !== 0) return
    const handlers: DragHandlers = {
      onPlace: (_, __, top) => setDropTop(top),
      onEnd: (key, to) => {
        stopDrag.current = null
        setDropTop(null)
        if (to !== null) move(key, to, 'handle')
      },
    }
    stopDrag.current = followDrag(list.current, handle, event.nativeEvent, handlers)
  }

  const click = (event: MouseEvent) => {
    const key = keyOf(event.target)
    const mover = closest(event.target, '[data-move]')
    if (key === null) return
    const at = rows.findIndex((row) => row.key === key)
    if (mover !== null) move(key, at + Number(mover.dataset['move']), mover.dataset['part'] ?? 'handle')
    else if (closest(event.target, '[data-handle]') !== null) setPicked(picked === key ? null : key)
  }

  const keyDown = (event: KeyboardEvent) => {
    const key = keyOf(event.target)
    const part = closest(event.target, '[data-part]')?.dataset['part']
    if (key === null || part === undefined) return
    const at = rows.findIndex((row) => row.key === key)
    const to = placeFor(event, at, rows.length, part === 'handle')
    if (to === null) {
      onKeyDown?.(event, key, part)
      return
    }
    event.preventDefault()
    move(key, to, part)
  }

  return (
    <div className="relative">
      <ol
        ref={list}
        aria-labelledby={labelledBy}
        onPointerDown={press}
        onClick={click}
        onKeyDown={keyDown}
        onPaste={(event) => {
          const key = keyOf(event.target)
          const part = closest(event.target, '[data-part]')?.dataset['part']
          if (key !== null && part !== undefined) onPaste?.(event, key, part)
        }}
        className="flex flex-col gap-2"
      >
        {rows.map((row, index) => renderRow(row, index, row.key === picked))}
      </ol>
      {dropTop !== null && (
        <div
          aria-hidden="true"
          style={{ top: dropTop - 6 }}
          className="pointer-events-none absolute right-0 left-0 z-10 h-1 rounded-full bg-accent"
        />
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}

/** Target index of a key press, or null. */
function placeFor(event: KeyboardEvent, at: number, count: number, onHandle: boolean): number | null {
  const moves = event.altKey ? !event.ctrlKey && !event.metaKey : onHandle && !event.ctrlKey && !event.metaKey
  if (!moves) return null
  if (event.key === 'ArrowUp') return at - 1
  if (event.key === 'ArrowDown') return at + 1
  if (!onHandle) return null
  return { Home: 0, End: count - 1 }[event.key] ?? null
}

function closest(target: EventTarget, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

function keyOf(target: EventTarget): string | null {
  return closest(target, '[data-row]')?.dataset['row'] ?? null
}

function focusPart(list: HTMLElement | null, { key, part }: FocusWish): void {
  const row = Array.from(list?.children ?? []).find(
    (element) => element instanceof HTMLElement && element.dataset['row'] === key,
  )
  row?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus()
}
