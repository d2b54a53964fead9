import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { BackIcon, CloseIcon, QuestionIcon, RetryIcon } from '../../../../shared/ui/icons'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { useModal } from '../../../../shared/ui/useModal'
import { comparedLines, nextDoubtful } from '../../model/lines'
import type { OriginsState } from '../useOrigins'
import { LineList } from './LineList'
import { PageView, type PageViewHandle } from './PageView'
import { useSourcePages } from './useSourcePages'

interface CompareDialogProps {
  recipe: Recipe
  origins: OriginsState
  onClose: () => void
}

/** Full-window comparison of source pages and lines; on phones one of both at a time. */
export function CompareDialog({ recipe, origins, onClose }: CompareDialogProps) {
  const intl = useIntl()
  const titleId = useId()
  const dialog = useModal()
  const view = useRef<PageViewHandle>(null)
  const source = useSourcePages(recipe.id)
  const lines = useMemo(() => comparedLines(recipe, origins.origins), [recipe, origins.origins])
  const [side, setSide] = useState<'picture' | 'lines'>('picture')
  const [number, setNumber] = useState(0)
  const [pointed, setPointed] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const pages = source.pages ?? []
  const page = pages[Math.min(number, pages.length - 1)] ?? null
  const doubtful = lines.filter(({ doubt }) => doubt !== null).length
  const marked = pointed ?? open

  const { ask } = origins
  useEffect(ask, [ask])

  // Shows the chosen line's place once its page is displayed.
  const chosen = lines.find(({ key }) => key === open)
  const place = chosen?.place ?? null
  useEffect(() => {
    if (place !== null && page?.page === place.page) view.current?.show(place)
  }, [place, page?.page])

  const choose = (key: string) => {
    setOpen((now) => (now === key ? null : key))
    const target = lines.find((line) => line.key === key)?.place
    const at = pages.findIndex((candidate) => candidate.page === target?.page)
    if (at >= 0) setNumber(at)
  }
  const goTo = (key: string) => {
    // On phones the lines must be rendered before they can be focused.
    flushSync(() => {
      if (open !== key) choose(key)
      setSide('lines')
    })
    dialog.current?.querySelector<HTMLElement>(`[data-line="${key}"] button`)?.focus()
  }
  const goToDoubtful = () => {
    const next = nextDoubtful(lines, open)
    if (next !== null) goTo(next.key)
  }
  const turn = (by: -1 | 1) => setNumber(Math.min(Math.max(number + by, 0), pages.length - 1))

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      data-compare={source.pages === null ? 'loading' : 'ready'}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-open flex-col overflow-hidden border-0 bg-page p-0 text-ink open:flex print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 sm:px-5">
        <h2 id={titleId} className="min-w-0 flex-1 text-lg font-semibold sm:text-xl">
          <FormattedMessage id="compare.title" defaultMessage="Compare with the photo" />
        </h2>
        <IconButton
          label={intl.formatMessage({ id: 'dialog.close', defaultMessage: 'Close' })}
          onClick={onClose}
          className="order-1 sm:order-3"
        >
          <CloseIcon />
        </IconButton>
        {doubtful > 0 && (
          <Button variant="quiet" onClick={goToDoubtful} className="order-2 w-full sm:w-auto">
            <QuestionIcon className="size-5 text-accent" />
            <FormattedMessage
              id="compare.next"
              defaultMessage="{count, plural, one {Uncertain line} other {Next of # uncertain lines}}"
              values={{ count: doubtful }}
            />
          </Button>
        )}
        <SideSwitch side={side} onSwitch={setSide} />
      </div>
      {source.problem !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 bg-danger-soft px-5 py-3">
          <p>{describeProblem(intl, 'show', source.problem)}</p>
          <Button variant="quiet" onClick={source.retry}>
            <RetryIcon className="size-4" />
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        </div>
      )}
      <div className="grid min-h-0 flex-1 md:grid-cols-2">
        <section
          aria-label={intl.formatMessage({ id: 'compare.pages', defaultMessage: 'Pages' })}
          className={`min-h-0 flex-col gap-2 p-3 md:flex ${side === 'picture' ? 'flex' : 'hidden'}`}
        >
          {source.pages === null && source.problem === null && <Skeleton className="min-h-64 w-full flex-1" />}
          {source.pages !== null && page === null && (
            <p className="p-4 text-muted">
              <FormattedMessage id="compare.none" defaultMessage="The original pages are no longer stored." />
            </p>
          )}
          {pages.length > 1 && page !== null && <Turner number={number} count={pages.length} onTurn={turn} />}
          {page !== null && (
            <PageView
              ref={view}
              page={page}
              count={pages.length}
              lines={lines.filter(({ place }) => place?.page === page.page)}
              marked={marked}
              onMark={setPointed}
              onChoose={goTo}
              onTurn={turn}
              onBroken={source.onBroken}
              onLoaded={source.onLoaded}
            />
          )}
        </section>
        <section
          aria-label={intl.formatMessage({ id: 'compare.lines', defaultMessage: 'Imported text' })}
          className={`min-h-0 overflow-y-auto p-4 sm:p-5 md:block md:border-l md:border-line ${side === 'lines' ? 'block' : 'hidden'}`}
        >
          {origins.phase === 'failed' && (
            <div role="alert" className="mb-4 flex flex-wrap items-center gap-3">
              <p>
                <FormattedMessage id="compare.failed" defaultMessage="Couldn’t load where the lines are on the page." />
              </p>
              <Button variant="quiet" onClick={ask}>
                <FormattedMessage id="action.retry" defaultMessage="Try again" />
              </Button>
            </div>
          )}
          <LineList
            recipe={recipe}
            lines={lines}
            pages={pages}
            marked={marked}
            open={open}
            onMark={setPointed}
            onChoose={choose}
            onBroken={source.onBroken}
          />
        </section>
      </div>
    </dialog>
  )
}

/** Phone switch between page and lines. */
function SideSwitch({ side, onSwitch }: { side: 'picture' | 'lines'; onSwitch: (side: 'picture' | 'lines') => void }) {
  const look = 'min-h-11 flex-1 rounded-full px-4 font-semibold aria-pressed:bg-surface aria-pressed:shadow-card'
  return (
    <div className="order-last flex w-full rounded-full bg-sunken p-0.5 md:hidden">
      <button type="button" aria-pressed={side === 'picture'} onClick={() => onSwitch('picture')} className={look}>
        <FormattedMessage id="compare.showPicture" defaultMessage="Photo" />
      </button>
      <button type="button" aria-pressed={side === 'lines'} onClick={() => onSwitch('lines')} className={look}>
        <FormattedMessage id="compare.showLines" defaultMessage="Text" />
      </button>
    </div>
  )
}

function Turner({ number, count, onTurn }: { number: number; count: number; onTurn: (by: -1 | 1) => void }) {
  const intl = useIntl()
  return (
    <div className="flex items-center justify-center gap-2">
      <IconButton
        label={intl.formatMessage({ id: 'compare.previousPage', defaultMessage: 'Previous page' })}
        disabled={number === 0}
        onClick={() => onTurn(-1)}
        className="disabled:opacity-40"
      >
        <BackIcon />
      </IconButton>
      <p role="status" className="text-sm font-semibold tabular-nums">
        <FormattedMessage
          id="compare.pageNumber"
          defaultMessage="Page {number, number} of {count, number}"
          values={{ number: number + 1, count }}
        />
      </p>
      <IconButton
        label={intl.formatMessage({ id: 'compare.nextPage', defaultMessage: 'Next page' })}
        disabled={number === count - 1}
        onClick={() => onTurn(1)}
        className="disabled:opacity-40"
      >
        <BackIcon className="size-5 rotate-180" />
      </IconButton>
    </div>
  )
}
