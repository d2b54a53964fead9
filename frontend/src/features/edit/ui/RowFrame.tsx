import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { CloseIcon, DownIcon, GripIcon, UpIcon } from '../../../shared/ui/icons'

interface RowFrameProps {
  rowKey: string
  /** Name of the row in button labels. */
  name: string
  picked: boolean
  onRemove: (key: string) => void
  children: ReactNode
}

/** Frame of a row: drag handle on the left, remove button on the right. */
export function RowFrame({ rowKey, name, picked, onRemove, children }: RowFrameProps) {
  const intl = useIntl()
  return (
    <li
      data-row={rowKey}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_2.25rem] items-start gap-x-1 rounded-xl data-dragged:relative data-dragged:z-20 data-dragged:opacity-80 data-dragged:shadow-float"
    >
      <button
        type="button"
        data-handle=""
        data-part="handle"
        aria-label={intl.formatMessage({ id: 'edit.row.move', defaultMessage: 'Move “{name}” (arrow keys)' }, { name })}
        aria-expanded={picked}
        className="grid h-11 cursor-grab touch-none place-items-center rounded-lg text-line-strong hover:bg-sunken hover:text-ink aria-expanded:text-accent"
      >
        <GripIcon />
      </button>
      <div className="min-w-0">
        {children}
        {picked && (
          <div className="mt-1 flex gap-2">
            <MoveButton
              by={-1}
              label={intl.formatMessage({ id: 'edit.row.up', defaultMessage: 'Move “{name}” up' }, { name })}
            />
            <MoveButton
              by={1}
              label={intl.formatMessage({ id: 'edit.row.down', defaultMessage: 'Move “{name}” down' }, { name })}
            />
          </div>
        )}
      </div>
      <button
        type="button"
        data-part="remove"
        onClick={() => onRemove(rowKey)}
        aria-label={intl.formatMessage({ id: 'edit.row.remove', defaultMessage: 'Remove “{name}”' }, { name })}
        className="grid h-11 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
      >
        <CloseIcon className="size-4.5" />
      </button>
    </li>
  )
}

function MoveButton({ by, label }: { by: number; label: string }) {
  return (
    <button
      type="button"
      data-move={by}
      data-part={by < 0 ? 'up' : 'down'}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full border border-line-strong text-ink hover:bg-sunken"
    >
      {by < 0 ? <UpIcon /> : <DownIcon />}
    </button>
  )
}

/** Cells of a row share one border. */
export const cellClass =
  'w-full min-w-0 scroll-mt-24 scroll-mb-32 bg-surface px-2.5 py-2 text-base placeholder:text-muted focus-visible:relative focus-visible:z-10 focus-visible:-outline-offset-2'

export const cellsClass =
  'overflow-hidden rounded-xl border border-line-strong bg-line has-[[aria-invalid=true]]:border-danger'
