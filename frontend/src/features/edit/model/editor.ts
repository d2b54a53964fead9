/** An edit under way, as a pure value: what it began from, its steps, and what is in conflict with other edits. */

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

/** A field that was changed here and elsewhere in different ways. */
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
 * Takes in what was changed elsewhere. The draft then holds both sides' changes; where they contradict each other it
 * holds mine until somebody has chosen. What stands in the history is from before, so it ends here.
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
 * What the server answered to a save becomes the base, and what it made of the recipe beyond what was sent comes
 * along: nutrition reckoned anew, an address in its proper form. What was typed meanwhile stays.
 *
 * @param sent what the recipe was to say.
 */
export function savedAs(editor: Editor, sent: RecipeContent, recipe: Recipe, newKey: NewKey): Editor {
  const base = baseOf(recipe)
  const draft = editor.history.present
  const { content: mine } = readDraft(draft)
  const next = withContent(draft, mine, mergeContent(sent, mine, base.content).content, newKey)
  return { base, history: { ...editor.history, present: next }, conflicts: [] }
}

/** Settles a conflict. Taking theirs is a step that can be undone. */
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

/** Some fields say something else, as one step that can be undone. */
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

/** The fields that differ from what the server has. */
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
 * A draft whose content becomes another one. Fields that stay keep what was typed, and rows that stay keep their
 * keys, so that nobody is thrown out of the field they are typing in.
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
    instructions: withKeysOf(draft.instructions, next.instructions, ({ text }) => text.trim()),
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

/** The fresh rows, each as the row of before that says the same, if there is one. */
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
