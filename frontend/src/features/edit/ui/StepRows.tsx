import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FieldPath, type FoundProblem, isBlank, type StepRow } from '../../../shared/lib/editing/draft'
import { changed, insertedAfter, moved, neighbour, replaced, without } from '../../../shared/lib/editing/rows'
import { RECIPE_FIELDS } from '../../../shared/lib/recipe/fields'
import { Button } from '../../../shared/ui/Button'
import { PlusIcon } from '../../../shared/ui/icons'
import { useLatest } from '../../../shared/ui/useLatest'
import { newKey } from '../model/new-key'
import { splitSteps } from '../model/split-lines'
import { FieldProblem, growingClass, rowsFor } from './Field'
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
  const nameOf = (row: StepRow, number: number) =>
    intl.formatMessage({ id: 'edit.step', defaultMessage: 'Step {number, number}' }, { number }) +
    (row.text === '' ? '' : `: ${row.text.slice(0, 40)}${row.text.length > 40 ? '…' : ''}`)

  const type = useLatest((key: string, text: string) =>
    setRows((all) => changed(all, key, (row) => ({ ...row, text })), `${key}.text`),
  )
  const remove = useLatest((key: string) => {
    const next = neighbour(rows, key)
    setRows((all) => without(all, key), null)
    if (next !== null) setFocus({ key: next, part: 'remove' })
  })
  const add = (after: string | null) => {
    const row = { key: newKey(), text: '' }
    setRows((all) => insertedAfter(all, after, [row]), null)
    setFocus({ key: row.key, part: 'text' })
  }

  const keyDown = (event: KeyboardEvent, key: string) => {
    const row = rows.find((one) => one.key === key)
    if (row === undefined || !(event.target instanceof HTMLTextAreaElement) || event.nativeEvent.isComposing) return
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
    const steps = splitSteps(event.clipboardData.getData('text/plain'))
    if (row === undefined || steps.length < 2) return
    event.preventDefault()
    const pasted = steps.map((text) => ({ key: newKey(), text }))
    setRows((all) => (isBlank(row) ? replaced(all, key, pasted) : insertedAfter(all, key, pasted)), null)
    const last = pasted.at(-1)
    if (last !== undefined) setFocus({ key: last.key, part: 'text' })
  }

  return (
    <section aria-labelledby="edit-steps" className="flex flex-col gap-3">
      <h2 id="edit-steps" className="text-2xl font-semibold">
        <FormattedMessage {...RECIPE_FIELDS.instructions.label} />
      </h2>
      <SortableRows
        labelledBy="edit-steps"
        rows={rows}
        nameOf={(row) => nameOf(row, rows.indexOf(row) + 1)}
        onMove={(key, to) => setRows((all) => moved(all, key, to), null)}
        focus={focus}
        onKeyDown={keyDown}
        onPaste={paste}
        renderRow={(row, index, picked) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            name={nameOf(row, index + 1)}
            picked={picked}
            problem={problems.get(row.key)}
            lang={lang}
            onType={type}
            onRemove={remove}
          />
        )}
      />
      <FieldProblem id="edit-steps-problem" problem={problems.get('instructions')} />
      <div>
        <Button variant="quiet" onClick={() => add(null)}>
          <PlusIcon className="size-4.5" />
          <FormattedMessage id="edit.steps.add" defaultMessage="Add a step" />
        </Button>
      </div>
    </section>
  )
}

interface RowProps {
  row: StepRow
  /** From 1. */
  number: number
  name: string
  picked: boolean
  problem: FoundProblem | undefined
  lang: string | undefined
  onType: (key: string, text: string) => void
  onRemove: (key: string) => void
}

const Row = memo(function Row({ row, number, name, picked, problem, lang, onType, onRemove }: RowProps) {
  const intl = useIntl()
  return (
    <RowFrame rowKey={row.key} name={name} picked={picked} onRemove={onRemove}>
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
          onChange={(event) => onType(row.key, event.target.value)}
          className={`${cellClass} ${growingClass}`}
        />
      </div>
      <FieldProblem id={`${row.key}-problem`} problem={problem} />
    </RowFrame>
  )
})
