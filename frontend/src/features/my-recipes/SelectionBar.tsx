import { FormattedMessage, useIntl } from 'react-intl'
import { Button, IconButton } from '../../ui/Button'
import { CloseIcon, DownloadIcon, TrashIcon } from '../../ui/icons'

interface SelectionBarProps {
  count: number
  /** Of these, how many the present search does not show. */
  outOfSight: number
  /** How many are shown. */
  shown: number
  allShown: boolean
  onSelectAll: () => void
  onExport: () => void
  onRemove: () => void
  onEnd: () => void
}

/** What can be done with the ticked recipes. It stands at the bottom, where a thumb reaches it. */
export function SelectionBar({
  count,
  outOfSight,
  shown,
  allShown,
  onSelectAll,
  onExport,
  onRemove,
  onEnd,
}: SelectionBarProps) {
  const intl = useIntl()
  return (
    <section
      aria-label={intl.formatMessage({ id: 'selection.label', defaultMessage: 'Selected recipes' })}
      data-selection={count}
      className="fixed inset-x-2 bottom-2 z-40 mx-auto flex max-w-2xl animate-arrive flex-wrap items-center gap-x-1 gap-y-0 rounded-3xl border border-line-strong bg-surface p-1.5 shadow-float sm:bottom-5 print:hidden"
    >
      <IconButton label={intl.formatMessage({ id: 'selection.end', defaultMessage: 'Stop selecting' })} onClick={onEnd}>
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
              defaultMessage="{count, plural, one {# of them is not shown} other {# of them are not shown}}"
              values={{ count: outOfSight }}
            />
          </span>
        )}
      </p>
      {!allShown && (
        <Button variant="bare" onClick={onSelectAll}>
          <FormattedMessage
            id="selection.all"
            defaultMessage="{count, plural, one {Select it} other {Select all #}}"
            values={{ count: shown }}
          />
        </Button>
      )}
      <IconButton
        label={intl.formatMessage({ id: 'selection.export', defaultMessage: 'Export' })}
        disabled={count === 0}
        onClick={onExport}
        className="disabled:opacity-60"
      >
        <DownloadIcon />
      </IconButton>
      <Button disabled={count === 0} onClick={onRemove} className="bg-danger! text-surface!">
        <TrashIcon className="size-4.5" />
        <FormattedMessage id="selection.remove" defaultMessage="Delete" />
      </Button>
    </section>
  )
}
