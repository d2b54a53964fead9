import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { LOCALE_NAMES } from '../../i18n/locale'
import type { Conflict } from '../../lib/editing/editor'
import { type ContentField, describeField, type FieldKind, mapFields } from '../../lib/recipe/fields'
import { hoursAndMinutes } from '../../lib/recipe/minutes'
import { type ContentValues, joinedLine, type RecipeContent } from '../../lib/recipe/recipe-content'
import { Button } from '../../ui/Button'

interface ConflictsProps {
  conflicts: readonly Conflict[]
  onChoose: (field: ContentField, choice: 'mine' | 'theirs') => void
}

/** What was changed here and elsewhere in different ways, side by side. Nothing is saved before each is settled. */
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
            defaultMessage="{count, plural, one {One thing was} other {# things were}} changed here and elsewhere"
            values={{ count: conflicts.length }}
          />
        </h2>
        <p className="mt-1 text-muted">
          <FormattedMessage
            id="edit.conflicts.text"
            defaultMessage="Everything else is brought together already. Choose, then save."
          />
        </p>
      </div>
      {conflicts.map(({ field, mine, theirs }) => (
        <fieldset key={field} className="m-0 min-w-0 border-0 p-0">
          <legend className="mb-2 p-0 font-semibold">
            <FormattedMessage {...describeField(field).label} />
          </legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <Side
              title={<FormattedMessage id="edit.conflicts.mine" defaultMessage="Yours" />}
              lines={linesOf(intl, field, mine)}
              others={linesOf(intl, field, theirs)}
              action={<FormattedMessage id="edit.conflicts.keepMine" defaultMessage="Keep mine" />}
              label={intl.formatMessage(
                { id: 'edit.conflicts.keepMineOf', defaultMessage: 'Keep mine: {field}' },
                { field: intl.formatMessage(describeField(field).label) },
              )}
              onChoose={() => onChoose(field, 'mine')}
            />
            <Side
              title={<FormattedMessage id="edit.conflicts.theirs" defaultMessage="From elsewhere" />}
              lines={linesOf(intl, field, theirs)}
              others={linesOf(intl, field, mine)}
              action={<FormattedMessage id="edit.conflicts.takeTheirs" defaultMessage="Take theirs" />}
              label={intl.formatMessage(
                { id: 'edit.conflicts.takeTheirsOf', defaultMessage: 'Take theirs: {field}' },
                { field: intl.formatMessage(describeField(field).label) },
              )}
              onChoose={() => onChoose(field, 'theirs')}
            />
          </div>
        </fieldset>
      ))}
    </section>
  )
}

interface SideProps {
  title: React.ReactNode
  lines: readonly string[]
  others: readonly string[]
  action: React.ReactNode
  /** The action with the field that it is about. */
  label: string
  onChoose: () => void
}

function Side({ title, lines, others, action, label, onChoose }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-xl bg-sunken p-3">
      <p className="text-sm font-semibold text-muted">{title}</p>
      <ul className="max-h-56 flex-1 overflow-y-auto wrap-anywhere" tabIndex={lines.length > 6 ? 0 : undefined}>
        {lines.length === 0 && (
          <li className="text-muted">
            <FormattedMessage id="edit.conflicts.nothing" defaultMessage="nothing" />
          </li>
        )}
        {numbered(lines).map(({ number, text }) => (
          <li key={number} dir="auto" className={others.includes(text) ? 'text-muted' : 'font-medium'}>
            {text}
          </li>
        ))}
      </ul>
      <Button variant="quiet" aria-label={label} onClick={onChoose} className="self-start">
        {action}
      </Button>
    </div>
  )
}

function numbered(lines: readonly string[]): { number: number; text: string }[] {
  return lines.map((text, number) => ({ number, text }))
}

type LinesOf<Kind extends FieldKind> = (value: ContentValues[Kind], intl: IntlShape) => readonly string[]

const texts = (text: string): readonly string[] => (text === '' ? [] : [text])

const LINES: { readonly [Kind in FieldKind]: LinesOf<Kind> } = {
  text: texts,
  paragraphs: texts,
  url: texts,
  minutes: (total, intl) => {
    if (total === null) return []
    const { hours, minutes } = hoursAndMinutes(total)
    const unit = (amount: number, name: 'hour' | 'minute') =>
      intl.formatNumber(amount, { style: 'unit', unit: name, unitDisplay: 'short' })
    return [[hours > 0 && unit(hours, 'hour'), unit(minutes, 'minute')].filter(Boolean).join(' ')]
  },
  count: (count, intl) => (count === null ? [] : [intl.formatNumber(count)]),
  ingredients: (items) => items.map((item) => (item.kind === 'heading' ? `${item.text}:` : joinedLine(item))),
  steps: (steps) => steps,
  tags: (tags) => tags,
  language: (language) => (language === null ? [] : [LOCALE_NAMES[language]]),
  nutrition: (values) => Object.values(values).filter((text) => text !== ''),
}

type Lines = { readonly [Kind in FieldKind]: readonly string[] }

/** A field in words, a line for each of its rows. */
function linesOf(intl: IntlShape, field: ContentField, content: RecipeContent): readonly string[] {
  const lines = mapFields<ContentValues, Lines, 'content'>({ content }, (kind, { content: value }) =>
    LINES[kind](value, intl),
  )
  return lines[field]
}
