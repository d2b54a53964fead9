import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import { text as textSchema } from '../../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../../shared/lib/browser/stored-value'
import { asProblem, type Problem } from '../../../../shared/lib/errors'
import { RECIPE_FIELDS } from '../../../../shared/lib/recipe/fields'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { useTask } from '../../../../shared/ui/useTask'

/** Server limit in characters. */
export const MAX_NOTES = RECIPE_FIELDS.notes.limit

export interface NotesState {
  /** Unsaved text, or null. */
  readonly draft: string | null
  readonly busy: boolean
  readonly problem: Problem | null
  readonly write: (text: string) => void
  readonly discard: () => void
  /** Saves; returns whether it succeeded. */
  readonly save: () => Promise<boolean>
}

/** Note editor state; the draft is stored on this device until it is saved. */
export function useNotes(recipe: OwnRecipe): NotesState {
  const { cache } = useRecipeStore()
  const stored = useMemo(() => new StoredValue(`zest.note.${recipe.id}`, json(textSchema), null), [recipe.id])
  const draft = useSyncExternalStore(stored.subscribe, stored.read)
  // After saving, the draft is shown until the new version of the recipe arrives.
  const isSaved = draft !== null && draft.trim() === (recipe.notes ?? '')

  useEffect(() => {
    if (isSaved) stored.clear()
  }, [isSaved, stored])

  const { busy, problem, run, cancel } = useTask(async (_, text: string) => {
    const notes = text.trim() === '' ? null : text.trim()
    try {
      await cache.update(recipe.id, recipe.version, { notes })
    } catch (thrown) {
      if (asProblem(thrown).code !== 'CONFLICT') throw thrown
      const newer = await cache.get(recipe.id)
      if ((newer.notes ?? null) !== recipe.notes) {
        // Both notes stay in the editor, for the owner to merge.
        stored.write([text.trim(), newer.notes ?? ''].filter((note) => note !== '').join('\n\n'))
        throw thrown
      }
      // Only other fields have changed.
      await cache.update(recipe.id, newer.version, { notes })
    }
  })
  return {
    draft: isSaved ? null : draft,
    busy,
    problem,
    write: (text) => {
      stored.write(text)
      if (problem !== null) cancel()
    },
    discard: () => {
      stored.clear()
      cancel()
    },
    save: async () => {
      const text = stored.read()
      if (text === null || text.trim() === (recipe.notes ?? '')) {
        stored.clear()
        return true
      }
      return run(text)
    },
  }
}
