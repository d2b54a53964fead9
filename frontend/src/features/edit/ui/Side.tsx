import { FormattedMessage, type IntlShape } from 'react-intl'
import { LOCALE_NAMES } from '../../../shared/i18n/locale'
import { type ContentField, type FieldKind, mapFields } from '../../../shared/lib/recipe/fields'
import { hoursAndMinutes } from '../../../shared/lib/recipe/minutes'
import { type ContentValues, joinedLine, type RecipeContent } from '../../../shared/lib/recipe/recipe-content'
import { Button } from '../../../shared/ui/Button'

interface SideProps {
  title: React.ReactNode
  lines: readonly string[]
  others: readonly string[]
  /** Lines edited by the user. */
  own?: readonly string[]
  action: React.ReactNode
  label: string
  onChoose: () => void
}

/** One version of a field, line by line, with differences highlighted. */
export function Side({ title, lines, others, own = [], action, label, onChoose }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-xl bg-sunken p-3">
      <p className="text-sm font-semibold text-muted">{title}</p>
      <ul className="max-h-56 flex-1 overflow-y-auto wrap-anywhere" tabIndex={mayScroll(lines) ? 0 : undefined}>
        {lines.length === 0 && (
          <li className="text-muted">
            <FormattedMessage id="edit.conflicts.nothing" defaultMessage="nothing" />
          </li>
        )}
        {numbered(lines).map(({ number, text }) => (
          <li key={number} dir="auto" className={others.includes(text) ? 'text-muted' : 'font-medium'}>
            {text}
            {own.includes(text) && (
              <span className="ml-2 rounded-full bg-accent-soft px-2 text-xs font-medium whitespace-nowrap text-on-accent-soft">
                <FormattedMessage id="edit.again.own" defaultMessage="yours" />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" aria-label={label} onClick={onChoose} className="self-start">
        {action}
      </Button>
    </div>
  )
}

/** Whether the content may overflow, so that the list must be focusable for keyboard scrolling. */
function mayScroll(lines: readonly string[]): boolean {
  return lines.length > 6 || lines.join(' ').length > 160
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
  steps: (items) => items.map((item) => (typeof item === 'string' ? item : `${item.heading}:`)),
  tags: (tags) => tags,
  language: (language) => (language === null ? [] : [LOCALE_NAMES[language]]),
  nutrition: (values) => Object.values(values).filter((text) => text !== ''),
}

type Lines = { readonly [Kind in FieldKind]: readonly string[] }

/** A field as display text, one line per row. */
export function linesOf(intl: IntlShape, field: ContentField, content: RecipeContent): readonly string[] {
  const lines = mapFields<ContentValues, Lines, 'content'>({ content }, (kind, { content: value }) =>
    LINES[kind](value, intl),
  )
  return lines[field]
}
