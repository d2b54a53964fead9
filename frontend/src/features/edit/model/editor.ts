/** State of an edit as an immutable value: base, history and conflicts. */

import { type Base, baseOf, type Draft, draftOf, type NewKey, readDraft } from '../../../shared/lib/editing/draft'
import type { ContentField } from '../../../shared/lib/recipe/fields'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import {
  changedFields,
  fieldsOf,
  isSame,
  type RecipeContent,
  withEachPart,
} from '../../../shared/lib/recipe/recipe-content'
import { beginHistory, type History, redone, undone, withStep } from './draft-history'
import { mergeContent } from './merge-content'

/** A field changed differently here and elsewhere. */
export interface Conflict {
  readonly field: ContentField
  readonly mine: RecipeContent
  readonly theirs: RecipeContent
}

export interface Editor {
  readonly base: Base
  readonly history: History<Draft>
  readonly conflicts: readonly Conflict[]
}

export function beginEditor(base: Base, newKey: NewKey, draft: Draft = draftOf(base.content, newKey)): Editor {
  return { base, history: beginHistory(draft), conflicts: [] }
}

export function edited(editor: Editor, change: (draft: Draft) => Draft, place: string | null, at: number): Editor {
  const history = withStep(editor.history, change(editor.history.present), place, at)
  return history === editor.history ? editor : { ...editor, history }
}

export function undoneOnce(editor: Editor): Editor {
  return { ...editor, history: undone(editor.history) }
}

export function redoneOnce(editor: Editor): Editor {
  return { ...editor, history: redone(editor.history) }
}

/**
 * Rebases the draft on a newer recipe. Conflicting fields keep mine until the user chooses. A change of the draft
 * clears the undo history, which refers to the old base.
 */
export function rebased(editor: Editor, recipe: Recipe, newKey: NewKey): Editor {
  const theirs = baseOf(recipe)
  if (theirs.version <= editor.base.version) return editor
  const draft = editor.history.present
  const { content: mine } = readDraft(draft)
  const merged = mergeContent(editor.base.content, mine, theirs.content)
  const conflicts = merged.conflicts.map((field) => ({ field, mine: merged.content, theirs: merged.withTheirs }))
  const next = withContent(draft, mine, merged.content, newKey)
  const history = next === draft ? editor.history : beginHistory(next)
  return { base: theirs, history, conflicts: stillOpen([...editor.conflicts, ...conflicts]) }
}

/**
 * Makes the saved recipe the new base and takes over values computed by the server, such as nutrition. Input made
 * during the save is kept.
 * @param sent content that was sent
 */
export function savedAs(editor: Editor, sent: RecipeContent, recipe: Recipe, newKey: NewKey): Editor {
  const base = baseOf(recipe)
  const draft = editor.history.present
  const { content: mine } = readDraft(draft)
  const next = withContent(draft, mine, mergeContent(sent, mine, base.content).content, newKey)
  return { base, history: { ...editor.history, present: next }, conflicts: [] }
}

/** Resolves a conflict. Choosing the other value can be undone. */
export function resolved(
  editor: Editor,
  field: ContentField,
  choice: 'mine' | 'theirs',
  newKey: NewKey,
  at: number,
): Editor {
  const conflict = editor.conflicts.find((one) => one.field === field)
  if (conflict === undefined) return editor
  const settled = { ...editor, conflicts: editor.conflicts.filter((one) => one !== conflict) }
  if (choice === 'mine') return settled
  return withValues(settled, fieldsOf(conflict.theirs, [field]), newKey, at)
}

/** Sets some fields as one undo step. */
export function withValues(editor: Editor, values: Partial<RecipeContent>, newKey: NewKey, at: number): Editor {
  return edited(
    editor,
    (draft) => {
      const { content } = readDraft(draft)
      return withContent(draft, content, { ...content, ...values }, newKey)
    },
    null,
    at,
  )
}

/** Fields that differ from the base. */
export function unsavedFields({ base }: Editor, content: RecipeContent): ContentField[] {
  return changedFields(base.content, content)
}

/** A later conflict of a field replaces an earlier one. */
function stillOpen(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.filter(
    (conflict, index) => conflicts.findLastIndex(({ field }) => field === conflict.field) === index,
  )
}

/**
 * Replaces the content of a draft. Unchanged fields keep the raw input and unchanged rows their keys, so that focus is
 * not lost.
 */
function withContent(draft: Draft, from: RecipeContent, to: RecipeContent, newKey: NewKey): Draft {
  const differing = changedFields(from, to)
  if (differing.length === 0) return draft
  const fresh = draftOf(to, newKey)
  const taken = Object.fromEntries(differing.map((field) => [field, fresh[field]]))
  const next: Draft = { ...draft, ...taken }
  return {
    ...next,
    tagText: differing.includes('tags') ? '' : draft.tagText,
    ingredients: withKeysOf(draft.ingredients, next.ingredients, says),
    instructions: withKeysOf(draft.instructions, next.instructions, ({ kind, text }) => [
      kind === 'heading',
      text.trim(),
    ]),
    nutrition: withEachPart((part) =>
      from.nutrition[part] === to.nutrition[part] ? draft.nutrition[part] : to.nutrition[part],
    ),
  }
}

function says(row: Draft['ingredients'][number]): unknown {
  return row.kind === 'heading'
    ? row.text.trim()
    : [row.quantity, row.unit, row.name, row.note].map((part) => part.trim())
}

/** Reuses the keys of old rows with equal content. */
function withKeysOf<Row>(before: readonly Row[], fresh: readonly Row[], sayings: (row: Row) => unknown): Row[] {
  const left = [...before]
  return fresh.map((row) => {
    const at = left.findIndex((known) => isSame(sayings(known), sayings(row)))
    const known = left[at]
    if (known === undefined) return row
    left.splice(at, 1)
    return known
  })
}
