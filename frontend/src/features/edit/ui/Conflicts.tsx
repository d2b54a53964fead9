import { FormattedMessage, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import type { ContentField } from '../../../shared/lib/recipe/fields'
import type { Conflict } from '../model/editor'
import { linesOf, Side } from './Side'

interface ConflictsProps {
  conflicts: readonly Conflict[]
  onChoose: (field: ContentField, choice: 'mine' | 'theirs') => void
}

/** Conflicting fields side by side. Saving requires a choice for each. */
export function Conflicts({ conflicts, onChoose }: ConflictsProps) {
  const intl = useIntl()
  if (conflicts.length === 0) return null
  return (
    <section
      id="edit-conflicts"
      tabIndex={-1}
      aria-labelledby="edit-conflicts-title"
      className="flex scroll-mt-6 flex-col gap-4 rounded-2xl border border-line-strong bg-surface p-4 sm:p-6"
    >
      <div>
        <h2 id="edit-conflicts-title" className="text-xl font-semibold">
          <FormattedMessage
            id="edit.conflicts.title"
            defaultMessage="{count, plural, one {# thing was changed here and on another device} other {# things were changed here and on another device}}"
            values={{ count: conflicts.length }}
          />
        </h2>
        <p className="mt-1 text-muted">
          <FormattedMessage id="edit.conflicts.text" defaultMessage="Everything else was merged. Choose, then save." />
        </p>
      </div>
      {conflicts.map(({ field, mine, theirs }) => (
        <fieldset key={field} className="m-0 min-w-0 border-0 p-0">
          <legend className="mb-2 p-0 font-semibold">
            <FormattedMessage {...fieldMessages[field].label} />
          </legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <Side
              title={<FormattedMessage id="edit.conflicts.mine" defaultMessage="Yours" />}
              lines={linesOf(intl, field, mine)}
              others={linesOf(intl, field, theirs)}
              action={<FormattedMessage id="edit.conflicts.keepMine" defaultMessage="Keep mine" />}
              label={intl.formatMessage(
                { id: 'edit.conflicts.keepMineOf', defaultMessage: 'Keep mine: {field}' },
                { field: intl.formatMessage(fieldMessages[field].label) },
              )}
              onChoose={() => onChoose(field, 'mine')}
            />
            <Side
              title={<FormattedMessage id="edit.conflicts.theirs" defaultMessage="Other version" />}
              lines={linesOf(intl, field, theirs)}
              others={linesOf(intl, field, mine)}
              action={<FormattedMessage id="edit.conflicts.takeTheirs" defaultMessage="Use the other" />}
              label={intl.formatMessage(
                { id: 'edit.conflicts.takeTheirsOf', defaultMessage: 'Use the other: {field}' },
                { field: intl.formatMessage(fieldMessages[field].label) },
              )}
              onChoose={() => onChoose(field, 'theirs')}
            />
          </div>
        </fieldset>
      ))}
    </section>
  )
}
