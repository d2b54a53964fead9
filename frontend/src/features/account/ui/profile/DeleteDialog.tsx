import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Situation } from '../../../../shared/i18n/call-problem-messages'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { asProblem } from '../../../../shared/lib/errors'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { TextInput } from '../../../../shared/ui/TextInput'

interface DeleteDialogProps {
  title: ReactNode
  children: ReactNode
  /** Label of the confirm button. */
  act: ReactNode
  situation: Extract<Situation, 'delete' | 'account'>
  onClose: () => void
  /**
   * Deletes and reports the number of deleted recipes. On rejection, finished deletions remain; it may be called again.
   */
  onDelete: (onProgress: (deleted: number) => void) => Promise<void>
}

/** Requires typing a word, because the deletion cannot be undone. */
export function DeleteDialog({ title, children, act, situation, onClose, onDelete }: DeleteDialogProps) {
  const intl = useIntl()
  const field = useRef<HTMLInputElement>(null)
  const word = intl.formatMessage({
    id: 'delete.word',
    defaultMessage: 'DELETE',
    description: 'What has to be typed to confirm; one word in capitals',
  })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<number | null>(null)
  const busy = deleted !== null

  const begin = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed.trim().toLocaleUpperCase() !== word) {
      setProblem(intl.formatMessage({ id: 'delete.wordMissing', defaultMessage: 'Type {word} to confirm.' }, { word }))
      field.current?.focus()
      return
    }
    setDeleted(0)
    setProblem(null)
    try {
      await onDelete(setDeleted)
    } catch (thrown) {
      setDeleted(null)
      setProblem(describeProblem(intl, situation, asProblem(thrown)))
    }
  }

  return (
    <Dialog title={title} onClose={() => !busy && onClose()} insistent>
      <form noValidate onSubmit={(event) => void begin(event)} className="flex flex-col gap-5">
        {children}
        <TextInput
          ref={field}
          label={<FormattedMessage id="delete.typeWord" defaultMessage="Type {word} to confirm" values={{ word }} />}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          problem={problem}
          disabled={busy}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {busy && (
            <FormattedMessage
              id="delete.running"
              defaultMessage="Deleting… {count, plural, =0 {} one {# recipe deleted} other {# recipes deleted}}"
              values={{ count: deleted }}
            />
          )}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
          </Button>
          <Button type="submit" variant="danger" disabled={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
