import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import type { ShoppingRequest } from '../../../shared/lib/shopping/shopping-request'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { Button, IconButton } from '../../../shared/ui/Button'
import { CloseIcon, CookIcon, DownloadIcon, TrashIcon } from '../../../shared/ui/icons'
import { lazyComponent } from '../../../shared/ui/lazy-component'
import { loading } from '../../../shared/ui/loading-bar'
import { CollectionIcon } from '../../../shared/ui/mark-icons'

const CollectDialog = lazyComponent(async () => (await loading.track(import('./marks/CollectDialog'))).CollectDialog)
const ExportDialog = lazyComponent(async () => (await loading.track(import('./ExportDialog'))).ExportDialog)

export interface SelectionBarProps {
  ids: ReadonlySet<string>
  /** Ids of selected finished recipes, in list order. */
  finished: readonly string[]
  /** Number of selected recipes hidden by the filter. */
  outOfSight: number
  shown: number
  allShown: boolean
  /** Whether the export dialog is open. */
  exporting: boolean
  onSelectAll: () => void
  onExporting: (exporting: boolean) => void
  onRemove: () => void
  onEnd: () => void
}

/** Actions for the selection, at the bottom within thumb reach. */
export function SelectionBar({
  ids,
  finished,
  outOfSight,
  shown,
  allShown,
  exporting,
  onSelectAll,
  onExporting,
  onRemove,
  onEnd,
}: SelectionBarProps) {
  const intl = useIntl()
  const count = ids.size
  const [collecting, setCollecting] = useState(false)
  const shopping: ShoppingRequest = { ids: finished }
  const shop = intl.formatMessage({ id: 'selection.shop', defaultMessage: 'Shopping list' })
  const together = intl.formatMessage({ id: 'tonight.add', defaultMessage: 'Cook together' })
  return (
    <section
      aria-label={intl.formatMessage({ id: 'selection.label', defaultMessage: 'Selected recipes' })}
      data-selection={count}
      className="fixed inset-x-2 bottom-2 z-40 mx-auto flex max-w-2xl animate-arrive flex-wrap items-center gap-x-1 gap-y-0 rounded-3xl border border-line-strong bg-surface p-1.5 shadow-float sm:bottom-5 print:hidden"
    >
      <IconButton label={intl.formatMessage({ id: 'selection.end', defaultMessage: 'Done' })} onClick={onEnd}>
        <CloseIcon />
      </IconButton>
      <p role="status" className="min-w-0 flex-1 text-[0.9375rem] leading-tight font-semibold">
        <FormattedMessage
          id="selection.count"
          defaultMessage="{count, plural, =0 {Select recipes} one {# selected} other {# selected}}"
          values={{ count }}
        />
        {outOfSight > 0 && (
          <span className="block text-sm font-normal text-muted">
            <FormattedMessage
              id="selection.outOfSight"
              defaultMessage="{count, plural, one {# not shown} other {# not shown}}"
              values={{ count: outOfSight }}
            />
          </span>
        )}
      </p>
      {!allShown && (
        <Button variant="bare" onClick={onSelectAll}>
          <FormattedMessage
            id="selection.all"
            defaultMessage="{count, plural, one {Select #} other {Select all #}}"
            values={{ count: shown }}
          />
        </Button>
      )}
      {finished.length > 0 && (
        <Link
          to={paths.shoppingList}
          state={shopping}
          aria-label={shop}
          data-tooltip={shop}
          className="inline-flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          <BasketIcon />
        </Link>
      )}
      {finished.length > 0 && (
        <Link
          to={paths.tonight}
          state={shopping}
          aria-label={together}
          data-tooltip={together}
          className="inline-flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          <CookIcon />
        </Link>
      )}
      <IconButton
        label={intl.formatMessage({ id: 'selection.collect', defaultMessage: 'Add to a collection' })}
        disabled={count === 0}
        onClick={() => setCollecting(true)}
        className="disabled:opacity-60"
      >
        <CollectionIcon />
      </IconButton>
      <IconButton
        label={intl.formatMessage({ id: 'selection.export', defaultMessage: 'Export' })}
        disabled={count === 0}
        onClick={() => onExporting(true)}
        className="disabled:opacity-60"
      >
        <DownloadIcon />
      </IconButton>
      <Button disabled={count === 0} onClick={onRemove} className="ml-auto bg-danger! text-surface!">
        <TrashIcon className="size-4.5" />
        <FormattedMessage id="selection.remove" defaultMessage="Delete" />
      </Button>
      {collecting && (
        <Suspense>
          <CollectDialog ids={ids} onClose={() => setCollecting(false)} onDone={onEnd} />
        </Suspense>
      )}
      {exporting && (
        <Suspense>
          <ExportDialog ids={finished} onClose={() => onExporting(false)} />
        </Suspense>
      )}
    </section>
  )
}
