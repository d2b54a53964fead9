import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PlusIcon } from '../../../../shared/ui/icons'
import type { Item, ReadyItem } from '../../model/tray'
import { followTile } from './drag-tile'
import { PictureTile } from './PictureTile'

interface PictureGridProps {
  pictures: readonly ReadyItem[]
  waiting: readonly Item[]
  ordered: boolean
  onMove: (key: string, to: number) => void
  onRemove: (key: string) => void
  onMore: () => void
}

/** Photos in page order, reordered by dragging, arrow keys or buttons. */
export function PictureGrid({ pictures, waiting, ordered, onMove, onRemove, onMore }: PictureGridProps) {
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const refocus = useRef<{ key: string; part: string } | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  // Moving an element in the DOM drops its focus, so restore it after the render.
  useLayoutEffect(() => {
    if (refocus.current === null) return
    const { key, part } = refocus.current
    refocus.current = null
    const tile = list.current?.querySelector(`[data-tile="${key}"]`)
    const wanted = tile?.querySelector<HTMLButtonElement>(`[data-part="${part}"]`)
    // At either end one of the move buttons is disabled.
    const able = wanted?.disabled === false ? wanted : tile?.querySelector<HTMLElement>('[data-part]:not(:disabled)')
    able?.focus()
  })

  const move = (key: string, to: number, part: string | null) => {
    const place = Math.min(Math.max(to, 0), pictures.length - 1)
    const picture = pictures.find((one) => one.key === key)
    if (picture === undefined) return
    setSaid(
      intl.formatMessage(
        { id: 'tray.moved', defaultMessage: '{name} moved to page {place, number} of {count, number}' },
        { name: picture.name ?? '', place: place + 1, count: pictures.length },
      ),
    )
    if (part !== null) refocus.current = { key, part }
    onMove(key, place)
  }
  const onPointerDown = (event: PointerEvent) => {
    const pressed = event.target instanceof Element ? event.target : null
    const tile = pressed?.closest<HTMLElement>('[data-tile]')
    // Touch drags by the grip only, because touching the photo scrolls.
    const drags = event.pointerType === 'mouse' ? pressed?.closest('button') === null : pressed?.closest('[data-grip]')
    if (!ordered || tile == null || drags == null || drags === false || list.current === null || event.button !== 0)
      return
    if (event.pointerType === 'mouse') event.preventDefault()
    followTile(list.current, tile, event.nativeEvent, {
      onPlace: setTarget,
      onMove: (key, to) => move(key, to, null),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = event.target instanceof HTMLElement ? event.target : null
    const key = pressed?.closest<HTMLElement>('[data-tile]')?.dataset['tile']
    const part = pressed?.dataset['part']
    if (!ordered || key === undefined || part === undefined || event.ctrlKey || event.metaKey) return
    const at = pictures.findIndex((one) => one.key === key)
    const to = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: pictures.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(key, to, part)
  }

  if (pictures.length === 0 && waiting.length === 0) return null
  return (
    <>
      <ol
        ref={list}
        aria-label={intl.formatMessage({ id: 'tray.pictures', defaultMessage: 'Photos' })}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3"
      >
        {pictures.map((picture, index) => (
          <PictureTile
            key={picture.key}
            picture={picture}
            place={index}
            count={pictures.length}
            ordered={ordered}
            isTarget={target === index}
            onStep={(by, part) => move(picture.key, index + by, part)}
            onRemove={onRemove}
          />
        ))}
        {waiting.map(({ key }) => (
          <li key={key} className="aspect-[3/4] animate-breathe rounded-xl bg-sunken" />
        ))}
        <li>
          <button
            type="button"
            onClick={onMore}
            className="flex aspect-[3/4] w-full flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed border-line-strong px-2 text-center text-sm font-semibold text-muted hover:border-accent hover:text-ink"
          >
            <PlusIcon className="size-6" />
            <FormattedMessage id="tray.more" defaultMessage="Add more" />
          </button>
        </li>
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
