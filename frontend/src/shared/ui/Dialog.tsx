import { type MouseEvent, type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { IconButton } from './Button'
import { CloseIcon } from './icons'
import { useModal } from './useModal'

interface DialogProps {
  title: ReactNode
  /** Called on Escape, a click outside or the close button; stop rendering the dialog then. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Close only by its buttons and Escape, for important questions. */
  insistent?: boolean
}

/**
 * A modal dialog, open while rendered: `{asking && <Dialog …>}`. The <dialog> element traps focus, makes the page inert
 * and restores focus on close.
 */
export function Dialog({ title, onClose, children, actions, insistent = false }: DialogProps) {
  const intl = useIntl()
  const titleId = useId()
  const dialog = useModal()

  const onClick = (event: MouseEvent) => {
    // The target is the dialog itself only for clicks on the backdrop.
    if (event.target === dialog.current && !insistent) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, as the cancel event
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] animate-open overflow-y-auto rounded-3xl border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-black/50"
    >
      <div className="p-6">
        <div className="flex items-start gap-2">
          <h2 id={titleId} className="min-w-0 flex-1 pt-1 text-2xl font-semibold wrap-anywhere">
            {title}
          </h2>
          {!insistent && (
            <IconButton
              label={intl.formatMessage({ id: 'dialog.close', defaultMessage: 'Close' })}
              onClick={onClose}
              className="-mt-1 -mr-2"
            >
              <CloseIcon />
            </IconButton>
          )}
        </div>
        <div className="mt-3">{children}</div>
        {actions !== undefined && (
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">{actions}</div>
        )}
      </div>
    </dialog>
  )
}
