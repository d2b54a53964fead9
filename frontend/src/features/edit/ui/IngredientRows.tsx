import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { defineMessages, FormattedMessage, type IntlShape, type MessageDescriptor, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import {
  emptyLine,
  type FieldPath,
  type FoundProblem,
  type IngredientRow,
  isBlank,
  type LineRow,
} from '../../../shared/lib/editing/draft'
import { changed, insertedAfter, moved, neighbour, replaced, without } from '../../../shared/lib/editing/rows'
import { joinedLine } from '../../../shared/lib/recipe/recipe-content'
import { Button } from '../../../shared/ui/Button'
import { PlusIcon } from '../../../shared/ui/icons'
import { useLatest } from '../../../shared/ui/useLatest'
import { newKey } from '../model/new-key'
import { type PastedLine, splitIngredient, splitIngredients } from '../model/split-lines'
import { FieldProblem } from './Field'
import { HeadingInput } from './HeadingInput'
import { cellClass, cellsClass, RowFrame } from './RowFrame'
import { type FocusWish, SortableRows } from './SortableRows'
import type { Edit } from './useEditor'

const PARTS = ['quantity', 'unit', 'name', 'note'] as const
type Part = (typeof PARTS)[number]

const partNames: Record<Part, MessageDescriptor> = defineMessages({
  quantity: { id: 'edit.part.quantity', defaultMessage: 'Amount' },
  unit: { id: 'edit.part.unit', defaultMessage: 'Unit' },
  name: { id: 'edit.part.name', defaultMessage: 'Ingredient' },
  note: { id: 'edit.part.note', defaultMessage: 'Note' },
})

interface IngredientRowsProps {
  rows: readonly IngredientRow[]
  problems: ReadonlyMap<FieldPath, FoundProblem>
  lang: string | undefined
  edit: Edit
}

/** Ingredient lines and headings: editable, pastable, sortable. */
export function IngredientRows({ rows, problems, lang, edit }: IngredientRowsProps) {
  const intl = useIntl()
  const [focus, setFocus] = useState<FocusWish | null>(null)
  const setRows = (change: (rows: readonly IngredientRow[]) => readonly IngredientRow[], place: string | null) =>
    edit((draft) => ({ ...draft, ingredients: change(draft.ingredients) }), place)

  const type = useLatest((key: string, part: Part | 'text', value: string) =>
    setRows((all) => changed(all, key, (row) => ({ ...row, [part]: value }) as IngredientRow), `${key}.${part}`),
  )
  const remove = useLatest((key: string) => {
    const next = neighbour(rows, key)
    setRows((all) => without(all, key), null)
    if (next !== null) setFocus({ key: next, part: 'remove' })
  })
  const add = (after: string | null, row: IngredientRow) => {
    setRows((all) => insertedAfter(all, after, [row]), null)
    setFocus({ key: row.key, part: row.kind === 'line' ? 'quantity' : 'text' })
  }

  const keyDown = (event: KeyboardEvent, key: string, part: string) => {
    const row = rows.find((one) => one.key === key)
    if (row === undefined || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      add(key, emptyLine(newKey()))
    }
    if (event.key === 'Backspace' && isBlank(row) && event.target.value === '' && rows.length > 1) {
      event.preventDefault()
      const next = neighbour(rows, key)
      const before = rows.find((one) => one.key === next)
      setRows((all) => without(all, key), null)
      if (next !== null)
        setFocus({ key: next, part: before?.kind === 'heading' ? 'text' : part === 'text' ? 'name' : part })
    }
  }

  const paste = (event: ClipboardEvent, key: string, part: string) => {
    const row = rows.find((one) => one.key === key)
    const text = event.clipboardData.getData('text/plain')
    if (row === undefined || part === 'handle' || text.trim() === '') return
    const many = /[\r\n]/.test(text.trim())
    const blank = isBlank(row)
    // A single line pasted into a non-empty row is inserted as plain text.
    if (!many && !(blank && row.kind === 'line')) return
    event.preventDefault()
    const pasted = many ? splitIngredients(text).map(asRow) : [asRow({ kind: 'line', ...splitIngredient(text) })]
    setRows((all) => (blank ? replaced(all, key, pasted) : insertedAfter(all, key, pasted)), null)
    const last = pasted.at(-1)
    if (last !== undefined) setFocus({ key: last.key, part: last.kind === 'line' ? 'name' : 'text' })
  }

  return (
    <section aria-labelledby="edit-ingredients" className="flex flex-col gap-3">
      <h2 id="edit-ingredients" className="text-2xl font-semibold">
        <FormattedMessage {...fieldMessages.ingredients.label} />
      </h2>
      <p className="max-w-prose text-sm text-muted">
        <FormattedMessage
          id="edit.ingredients.hint"
          defaultMessage="Press Enter for a new line, or paste a whole list."
        />
      </p>
      <SortableRows
        labelledBy="edit-ingredients"
        rows={rows}
        nameOf={(row) => nameOf(intl, row)}
        onMove={(key, to) => setRows((all) => moved(all, key, to), null)}
        focus={focus}
        onKeyDown={keyDown}
        onPaste={paste}
        renderRow={(row, index, picked) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            picked={picked}
            problem={problems.get(row.key)}
            lang={lang}
            onType={type}
            onRemove={remove}
          />
        )}
      />
      <FieldProblem id="edit-ingredients-problem" problem={problems.get('ingredients')} />
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => add(null, emptyLine(newKey()))}>
          <PlusIcon className="size-4.5" />
          <FormattedMessage id="edit.ingredients.add" defaultMessage="Add an ingredient" />
        </Button>
        <Button variant="bare" onClick={() => add(null, { kind: 'heading', key: newKey(), text: '' })}>
          <FormattedMessage id="edit.ingredients.addHeading" defaultMessage="Add a heading" />
        </Button>
      </div>
    </section>
  )
}

function asRow(line: PastedLine): IngredientRow {
  return line.kind === 'heading' ? { ...line, key: newKey() } : { ...line, key: newKey(), source: null }
}

function nameOf(intl: IntlShape, row: IngredientRow): string {
  const said = row.kind === 'heading' ? row.text : joinedLine(row)
  if (said.trim() !== '') return said.length > 60 ? `${said.slice(0, 60)}…` : said
  return intl.formatMessage({ id: 'edit.row.empty', defaultMessage: 'empty line' })
}

interface RowProps<Row> {
  row: Row
  /** Number of the row, from 1. */
  number: number
  picked: boolean
  problem: FoundProblem | undefined
  lang: string | undefined
  onType: (key: string, part: Part | 'text', value: string) => void
  onRemove: (key: string) => void
}

/** Memoized: a recipe may have hundreds of rows. */
const Row = memo(function Row(props: RowProps<IngredientRow>) {
  const intl = useIntl()
  const { row, picked, problem, onRemove } = props
  return (
    <RowFrame rowKey={row.key} name={nameOf(intl, row)} picked={picked} onRemove={onRemove}>
      {row.kind === 'heading' ? <HeadingInput {...props} row={row} /> : <Line {...props} row={row} />}
      <FieldProblem id={`${row.key}-problem`} problem={problem} />
    </RowFrame>
  )
})

function Line({ row, number, problem, lang, onType }: RowProps<LineRow>) {
  const intl = useIntl()
  const blank = isBlank(row)
  const untouched = row.source !== null && PARTS.every((part) => row[part] === row.source?.[part])
  const wording = row.source?.text ?? ''
  return (
    <fieldset
      aria-label={intl.formatMessage({ id: 'edit.line', defaultMessage: 'Ingredient {number, number}' }, { number })}
      className="m-0 min-w-0 border-0 p-0"
    >
      <div
        className={`${cellsClass} grid grid-cols-[4.5rem_5.5rem_minmax(0,1fr)] gap-px sm:grid-cols-[5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)]`}
      >
        {PARTS.map((part) => (
          <input
            key={part}
            type="text"
            data-part={part}
            data-place={part === 'name' ? row.key : undefined}
            dir="auto"
            lang={lang}
            aria-label={intl.formatMessage(partNames[part])}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${row.key}-problem`}
            placeholder={blank ? intl.formatMessage(partNames[part]) : undefined}
            autoComplete="off"
            enterKeyHint="next"
            value={row[part]}
            onChange={(event) => onType(row.key, part, event.target.value)}
            className={`${cellClass} h-11 ${CELL_PLACES[part]}`}
          />
        ))}
      </div>
      {untouched && row.source !== null && wording !== joinedLine(row.source) && (
        <p lang={lang} dir="auto" className="mt-0.5 truncate px-2.5 text-sm text-muted" title={wording}>
          {wording}
        </p>
      )}
    </fieldset>
  )
}

/** On phones the name has its own line below amount, unit and note. */
const CELL_PLACES: Record<Part, string> = {
  quantity: 'font-semibold tabular-nums',
  unit: '',
  name: 'max-sm:order-last max-sm:col-span-3',
  note: 'text-muted',
}
