import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { PencilIcon } from '../../../../shared/ui/icons'
import { MAX_NOTES, useNotes } from './useNotes'

/** The owner's private notes: display and editor. */
export function Notes({ recipe }: { recipe: OwnRecipe }) {
  const intl = useIntl()
  const id = useId()
  const notes = useNotes(recipe)
  const [writing, setWriting] = useState(notes.draft !== null)
  const text = notes.draft ?? recipe.notes ?? ''
  const isTooLong = text.length > MAX_NOTES
  const finish = async () => {
    if (!isTooLong && (await notes.save())) setWriting(false)
  }
  const isEmpty = text.trim() === ''
  return (
    <section aria-labelledby={`${id}-title`} className={`mt-12 max-w-prose ${isEmpty ? 'print:hidden' : ''}`}>
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id={`${id}-title`} className="text-2xl font-semibold">
          <FormattedMessage id="notes.title" defaultMessage="My notes" />
        </h2>
        {!writing && (
          <Button variant="bare" onClick={() => setWriting(true)} className="print:hidden">
            <PencilIcon />
            {isEmpty ? (
              <FormattedMessage id="notes.add" defaultMessage="Add a note" />
            ) : (
              <FormattedMessage id="notes.edit" defaultMessage="Edit" />
            )}
          </Button>
        )}
      </div>
      {writing ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void finish()
          }}
        >
          <textarea
            // biome-ignore lint/a11y/noAutofocus: the button that opened it has gone, and the focus with it.
            autoFocus
            aria-labelledby={`${id}-title`}
            aria-describedby={`${id}-status`}
            aria-invalid={isTooLong || undefined}
            rows={5}
            value={text}
            onChange={(event) => notes.write(event.currentTarget.value)}
            className="field-sizing-content min-h-32 w-full rounded-2xl border border-line-strong bg-surface p-4 aria-invalid:border-danger"
          />
          <p id={`${id}-status`} aria-live="polite" className="mt-1 min-h-6 text-sm text-muted">
            {isTooLong ? (
              <span className="text-danger">
                <FormattedMessage
                  id="notes.tooLong"
                  defaultMessage="Notes can have up to {most} characters; this one has {count}. Shorten it to save."
                  values={{ most: MAX_NOTES, count: text.length }}
                />
              </span>
            ) : notes.problem !== null ? (
              <span className="text-danger">{describeProblem(intl, 'note', notes.problem)}</span>
            ) : (
              <FormattedMessage id="notes.private" defaultMessage="Only you can see this." />
            )}
          </p>
          <div className="mt-2 flex gap-2">
            <Button type="submit" disabled={notes.busy || isTooLong}>
              <FormattedMessage id="notes.save" defaultMessage="Save" />
            </Button>
            <Button
              variant="bare"
              onClick={() => {
                notes.discard()
                setWriting(false)
              }}
            >
              <FormattedMessage id="notes.cancel" defaultMessage="Cancel" />
            </Button>
          </div>
        </form>
      ) : isEmpty ? (
        <p className="text-muted">
          <FormattedMessage id="notes.none" defaultMessage="What would you do differently next time?" />
        </p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      )}
    </section>
  )
}
