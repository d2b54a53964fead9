import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type Place, type SourcePage, WHOLE } from '../../../../shared/lib/recipe/place-on-page'
import { IconButton } from '../../../../shared/ui/Button'
import { MinusIcon, PlusIcon } from '../../../../shared/ui/icons'
import type { ComparedLine } from '../../model/lines'
import { useSight } from './useSight'

export interface PageViewHandle {
  readonly show: (place: Place) => void
}

interface PageViewProps {
  ref: RefObject<PageViewHandle | null>
  page: SourcePage
  count: number
  /** Lines with a place on this page. */
  lines: readonly ComparedLine[]
  marked: string | null
  onMark: (key: string | null) => void
  onChoose: (key: string) => void
  onTurn: (by: -1 | 1) => void
  onBroken: () => void
  onLoaded: () => void
}

const STEP = 60
const NEARER = 1.4

/** A page with a box per line; panned and zoomed by keys, wheel, touch and buttons. */
export function PageView({
  ref,
  page,
  count,
  lines,
  marked,
  onMark,
  onChoose,
  onTurn,
  onBroken,
  onLoaded,
}: PageViewProps) {
  const intl = useIntl()
  const frame = useRef<HTMLDivElement>(null)
  const { sight, fitted, zoom, pan, fit, show } = useSight(frame, page)
  useImperativeHandle(ref, () => ({ show }), [show])
  // Resets the zoom on another page.
  const shown = useRef(page.page)
  useEffect(() => {
    if (shown.current !== page.page) fit()
    shown.current = page.page
  }, [page.page, fit])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowLeft: () => pan({ x: STEP, y: 0 }),
      ArrowRight: () => pan({ x: -STEP, y: 0 }),
      ArrowUp: () => pan({ x: 0, y: STEP }),
      ArrowDown: () => pan({ x: 0, y: -STEP }),
      '+': () => zoom(NEARER),
      '=': () => zoom(NEARER),
      '-': () => zoom(1 / NEARER),
      '0': fit,
      PageUp: () => onTurn(-1),
      PageDown: () => onTurn(1),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  const number = page.page + 1
  const label = intl.formatMessage(
    {
      id: 'compare.page',
      defaultMessage: 'Page {number} of {count}. Arrow keys: move. Plus and minus: zoom. 0: show the whole page.',
    },
    { number, count },
  )
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a picture that is moved */}
      <div
        ref={frame}
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move it need somewhere to be pressed
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-scale={sight.scale.toFixed(2)}
        className="absolute inset-0 cursor-grab touch-none overflow-hidden rounded-xl bg-sunken active:cursor-grabbing focus-visible:-outline-offset-3"
      >
        <div
          className="absolute top-0 left-0 origin-top-left"
          style={
            {
              width: fitted.width,
              height: fitted.height,
              // Keep box borders thin at any zoom.
              '--thin': `${1 / sight.scale}px`,
              transform: `translate(${sight.x}px, ${sight.y}px) scale(${sight.scale})`,
            } as CSSProperties
          }
        >
          <img
            src={page.url}
            alt={intl.formatMessage({ id: 'compare.picture', defaultMessage: 'Original page {number}' }, { number })}
            draggable={false}
            onError={onBroken}
            onLoad={onLoaded}
            className="size-full select-none"
          />
          {lines.map(({ key, text, place }, index) => (
            <button
              key={key}
              type="button"
              data-box={key}
              data-marked={key === marked || undefined}
              aria-label={intl.formatMessage(
                { id: 'compare.box', defaultMessage: 'On the page: {line}' },
                { line: text },
              )}
              // A single tab stop; the line list reaches each box.
              tabIndex={(marked === null ? index === 0 : key === marked) ? 0 : -1}
              onPointerEnter={(event) => event.pointerType === 'mouse' && onMark(key)}
              onPointerLeave={(event) => event.pointerType === 'mouse' && onMark(null)}
              onFocus={() => onMark(key)}
              onClick={() => onChoose(key)}
              style={boxStyle(place)}
              className="absolute cursor-pointer bg-transparent outline-accent [outline-offset:var(--thin)] hover:outline-[length:var(--thin)] data-marked:bg-accent/15 data-marked:outline-[length:calc(3*var(--thin))]"
            />
          ))}
        </div>
      </div>
      <div className="absolute right-2 bottom-2 flex items-center gap-1 rounded-full border border-line bg-surface p-0.5 shadow-float">
        <IconButton
          label={intl.formatMessage({ id: 'compare.zoomOut', defaultMessage: 'Zoom out' })}
          onClick={() => zoom(1 / NEARER)}
        >
          <MinusIcon />
        </IconButton>
        <button type="button" onClick={fit} className="min-h-11 rounded-full px-2 text-sm font-semibold tabular-nums">
          <span className="sr-only">
            <FormattedMessage id="compare.fit" defaultMessage="Show the whole page" />{' '}
          </span>
          {intl.formatNumber(sight.scale, { style: 'percent' })}
        </button>
        <IconButton
          label={intl.formatMessage({ id: 'compare.zoomIn', defaultMessage: 'Zoom in' })}
          onClick={() => zoom(NEARER)}
        >
          <PlusIcon />
        </IconButton>
      </div>
    </div>
  )
}

function boxStyle(place: Place | null): CSSProperties {
  if (place === null) return { display: 'none' }
  return {
    left: percent(place.left),
    top: percent(place.top),
    width: percent(place.right - place.left),
    height: percent(place.bottom - place.top),
  }
}

function percent(part: number): string {
  return `${(part / WHOLE) * 100}%`
}
