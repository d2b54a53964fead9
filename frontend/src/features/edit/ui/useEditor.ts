import { useCallback, useMemo, useRef, useState } from 'react'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import {
  type Base,
  baseOf,
  type Draft,
  type FieldPath,
  type FoundProblem,
  readDraft,
} from '../../../shared/lib/editing/draft'
import { asProblem, Problem } from '../../../shared/lib/errors'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { dropDraft } from '../../../shared/lib/offline/waiting-links'
import type { ContentField } from '../../../shared/lib/recipe/fields'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { changesOf, type RecipeContent } from '../../../shared/lib/recipe/recipe-content'
import {
  beginEditor,
  type Conflict,
  type Editor,
  edited,
  rebased,
  redoneOnce,
  resolved,
  savedAs,
  undoneOnce,
  unsavedFields,
  withValues,
} from '../model/editor'
import { newKey } from '../model/new-key'

const MAX_MERGES = 5

export type SaveState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'saving' }
  /** Merged, with conflicts to resolve. */
  | { readonly phase: 'conflict' }
  | { readonly phase: 'failed'; readonly problem: Problem }

/** Stored on the server, queued on this device, or not saved. */
export type Saved = 'saved' | 'waits' | 'not'

/** Changes the draft; `place` is the field being typed in, null for a discrete undo step. */
export type Edit = (change: (draft: Draft) => Draft, place: string | null) => void

export interface EditorHandle {
  readonly draft: Draft
  /** Parsed content of the draft. */
  readonly content: RecipeContent
  readonly base: Base
  readonly problems: ReadonlyMap<FieldPath, FoundProblem>
  readonly unsaved: readonly ContentField[]
  readonly conflicts: readonly Conflict[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly save: SaveState
  readonly edit: Edit
  readonly undo: () => void
  readonly redo: () => void
  readonly resolve: (field: ContentField, choice: 'mine' | 'theirs') => void
  readonly take: (values: Partial<RecipeContent>) => void
  readonly takeIn: (recipe: Recipe) => void
  /** Saves the changes; offline they are queued. */
  readonly trySave: () => Promise<Saved>
}

/** One edit of a recipe, from opening to saving. */
export function useEditor(recipe: Recipe, begun: { base: Base; draft: Draft } | null): EditorHandle {
  const { cache } = useRecipeStore()
  const [editor, setEditor] = useState<Editor>(() =>
    begun === null
      ? beginEditor(baseOf(recipe), newKey)
      : rebased(beginEditor(begun.base, newKey, begun.draft), recipe, newKey),
  )
  const [save, setSave] = useState<SaveState>({ phase: 'idle' })
  // A ref, because saving takes several requests and must see later input.
  const current = useRef(editor)
  const change = useCallback((next: (editor: Editor) => Editor) => {
    const after = next(current.current)
    if (after === current.current) return
    current.current = after
    setEditor(after)
  }, [])

  const edit = useCallback<Edit>(
    (apply, place) => {
      change((now) => edited(now, apply, place, performance.now()))
      setSave((last) => (last.phase === 'failed' ? { phase: 'idle' } : last))
    },
    [change],
  )
  const undo = useCallback(() => change(undoneOnce), [change])
  const redo = useCallback(() => change(redoneOnce), [change])
  const resolve = useCallback(
    (field: ContentField, choice: 'mine' | 'theirs') =>
      change((now) => resolved(now, field, choice, newKey, performance.now())),
    [change],
  )
  const take = useCallback(
    (values: Partial<RecipeContent>) => change((now) => withValues(now, values, newKey, performance.now())),
    [change],
  )
  const takeIn = useCallback((newer: Recipe) => change((now) => rebased(now, newer, newKey)), [change])

  const draft = editor.history.present
  const read = useMemo(() => readDraft(draft), [draft])
  const unsaved = useMemo(() => unsavedFields(editor, read.content), [editor, read])
  // Problems of untouched fields are left to the server.
  const problems = useMemo(
    () => new Map(Array.from(read.problems).filter(([, { field }]) => unsaved.includes(field) || field === 'title')),
    [read, unsaved],
  )

  const trySave = async (): Promise<Saved> => {
    const waiting = new WaitingEdits()
    setSave({ phase: 'saving' })
    for (let tries = 0; tries < MAX_MERGES; tries += 1) {
      const { base, history, conflicts } = current.current
      if (conflicts.length > 0) {
        setSave({ phase: 'conflict' })
        return 'not'
      }
      const { content } = readDraft(history.present)
      const changes = changesOf(base.content, content)
      if (Object.keys(changes).length === 0) break
      try {
        const answer = await cache.update(recipe.id, base.version, changes)
        change((now) => savedAs(now, content, answer, newKey))
        break
      } catch (thrown) {
        const problem = asProblem(thrown)
        const newer = problem.code === 'CONFLICT' ? await cache.get(recipe.id).catch(asProblem) : problem
        if (newer instanceof Problem) {
          const edit = { id: recipe.id, savedAt: new Date().toISOString(), base, draft: history.present }
          if (newer.code === 'OFFLINE' && waiting.put(edit)) {
            setSave({ phase: 'idle' })
            return 'waits'
          }
          setSave({ phase: 'failed', problem: newer })
          return 'not'
        }
        change((now) => rebased(now, newer, newKey))
      }
    }
    setSave({ phase: 'idle' })
    const { length } = unsavedFields(current.current, readDraft(current.current.history.present).content)
    if (length > 0) return 'not'
    dropDraft(waiting, cache.peek(recipe.id) ?? recipe)
    return 'saved'
  }

  return {
    draft,
    content: read.content,
    base: editor.base,
    problems,
    unsaved,
    conflicts: editor.conflicts,
    canUndo: editor.history.past.length > 0,
    canRedo: editor.history.future.length > 0,
    save,
    edit,
    undo,
    redo,
    resolve,
    take,
    takeIn,
    trySave,
  }
}
