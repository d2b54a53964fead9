import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import { type FieldPath, type FoundProblem, isBlank, type StepRow, stepRowOf } from '../../../shared/lib/editing/draft'
import { changed, insertedAfter, moved, neighbour, replaced, without } from '../../../shared/lib/editing/rows'
import { Button } from '../../../shared/ui/Button'
import { PlusIcon } from '../../../shared/ui/icons'
import { useLatest } from '../../../shared/ui/useLatest'
import { newKey } from '../model/new-key'
import { splitSteps } from '../model/split-lines'
import { FieldProblem, growingClass, rowsFor } from './Field'
import { HeadingInput } from './HeadingInput'
import { cellClass, cellsClass, RowFrame } from './RowFrame'
import { type FocusWish, SortableRows } from './SortableRows'
import type { Edit } from './useEditor'

interface StepRowsProps {
  rows: readonly StepRow[]
  problems: ReadonlyMap<FieldPath, FoundProblem>
  lang: string | undefined
  edit: Edit
}

/** Steps: editable, pastable, sortable. */
export function StepRows({ rows, problems, lang, edit }: StepRowsProps) {
  const intl = useIntl()
  const [focus, setFocus] = useState<FocusWish | null>(null)
  const setRows = (change: (rows: readonly StepRow[]) => readonly StepRow[], place: string | null) =>
    edit((draft) => ({ ...draft, instructions: change(draft.instructions) }), place)
  const numbers = numbersOf(rows)
  const rowName = (row: StepRow) => nameOf(intl, row, numbers.get(row.key) ?? null)

  const type = useLatest((key: string, _part: 'text', text: string) =>
    setRows((all) => changed(all, key, (row) => ({ ...row, text })), `${key}.text`),
  )
  const remove = useLatest((key: string) => {
    const next = neighbour(rows, key)
    setRows((all) => without(all, key), null)
    if (next !== null) setFocus({ key: next, part: 'remove' })
  })
  const add = (after: string | null, kind: 'step' | 'heading' = 'step') => {
    const row: StepRow = { kind, key: newKey(), text: '' }
    setRows((all) => insertedAfter(all, after, [row]), null)
    setFocus({ key: row.key, part: 'text' })
  }

  const keyDown = (event: KeyboardEvent, key: string) => {
    const row = rows.find((one) => one.key === key)
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement
    if (row === undefined || !isText || event.nativeEvent.isComposing) return
    // Shift+Enter inserts a line break.
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      add(key)
    }
    if (event.key === 'Backspace' && isBlank(row) && rows.length > 1) {
      event.preventDefault()
      const next = neighbour(rows, key)
      setRows((all) => without(all, key), null)
      if (next !== null) setFocus({ key: next, part: 'text' })
    }
  }

  const paste = (event: ClipboardEvent, key: string) => {
    const row = rows.find((one) => one.key === key)
    const items = splitSteps(event.clipboardData.getData('text/plain'))
    if (row === undefined || items.length < 2) return
    event.preventDefault()
    const pasted = items.map((item) => stepRowOf(item, newKey()))
    setRows((all) => (isBlank(row) ? replaced(all, key, pasted) : insertedAfter(all, key, pasted)), null)
    const last = pasted.at(-1)
    if (last !== undefined) setFocus({ key: last.key, part: 'text' })
  }

  return (
    <section aria-labelledby="edit-steps" className="flex flex-col gap-3">
      <h2 id="edit-steps" className="text-2xl font-semibold">
        <FormattedMessage {...fieldMessages.instructions.label} />
      </h2>
      <SortableRows
        labelledBy="edit-steps"
        rows={rows}
        nameOf={rowName}
        onMove={(key, to) => setRows((all) => moved(all, key, to), null)}
        focus={focus}
        onKeyDown={keyDown}
        onPaste={paste}
        renderRow={(row, _index, picked) => (
          <Row
            key={row.key}
            row={row}
            number={numbers.get(row.key) ?? null}
            name={rowName(row)}
            picked={picked}
            problem={problems.get(row.key)}
            lang={lang}
            onType={type}
            onRemove={remove}
          />
        )}
      />
      <FieldProblem id="edit-steps-problem" problem={problems.get('instructions')} />
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => add(null)}>
          <PlusIcon className="size-4.5" />
          <FormattedMessage id="edit.steps.add" defaultMessage="Add a step" />
        </Button>
        <Button variant="bare" onClick={() => add(null, 'heading')}>
          <FormattedMessage id="edit.steps.addHeading" defaultMessage="Add a step heading" />
        </Button>
      </div>
    </section>
  )
}

/** Numbers of the steps from 1, by row; headings have none. */
function numbersOf(rows: readonly StepRow[]): ReadonlyMap<string, number> {
  const steps = rows.filter(({ kind }) => kind !== 'heading')
  return new Map(steps.map(({ key }, index) => [key, index + 1]))
}

function nameOf(intl: IntlShape, { text }: StepRow, number: number | null): string {
  const said = text.length > 40 ? `${text.slice(0, 40)}…` : text
  if (number === null) {
    return said.trim() === '' ? intl.formatMessage({ id: 'edit.row.empty', defaultMessage: 'empty line' }) : said
  }
  const step = intl.formatMessage({ id: 'edit.step', defaultMessage: 'Step {number, number}' }, { number })
  return said === '' ? step : `${step}: ${said}`
}

interface RowProps {
  row: StepRow
  /** Number of the step, from 1; null for a heading. */
  number: number | null
  name: string
  picked: boolean
  problem: FoundProblem | undefined
  lang: string | undefined
  onType: (key: string, part: 'text', text: string) => void
  onRemove: (key: string) => void
}

const Row = memo(function Row(props: RowProps) {
  const { row, number, name, picked, problem, onRemove } = props
  return (
    <RowFrame rowKey={row.key} name={name} picked={picked} onRemove={onRemove}>
      {row.kind === 'heading' ? <HeadingInput {...props} row={row} /> : <Step {...props} number={number ?? 0} />}
      <FieldProblem id={`${row.key}-problem`} problem={problem} />
    </RowFrame>
  )
})

function Step({ row, number, problem, lang, onType }: RowProps & { number: number }) {
  const intl = useIntl()
  return (
    <div className={`${cellsClass} grid grid-cols-[2rem_minmax(0,1fr)] bg-surface`}>
      <span aria-hidden="true" className="pt-2 text-right font-serif text-lg font-semibold text-accent tabular-nums">
        {number}
      </span>
      <textarea
        data-part="text"
        data-place={row.key}
        dir="auto"
        lang={lang}
        aria-label={intl.formatMessage({ id: 'edit.step', defaultMessage: 'Step {number, number}' }, { number })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${row.key}-problem`}
        rows={rowsFor(row.text)}
        enterKeyHint="next"
        value={row.text}
        onChange={(event) => onType(row.key, 'text', event.target.value)}
        className={`${cellClass} ${growingClass}`}
      />
    </div>
  )
}
