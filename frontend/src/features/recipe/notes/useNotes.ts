import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useRecipeBook } from '../../../api/RecipeBookProvider'
import { Kept } from '../../../lib/kept'
import { asProblem, type Problem } from '../../../lib/problem'
import type { Recipe } from '../../../lib/recipe'

/** Characters; the server refuses more. */
export const MOST_NOTES = 5_000

export interface NotesState {
  /** What was written and is not saved yet; null when there is nothing. */
  readonly draft: string | null
  readonly busy: boolean
  readonly problem: Problem | null
  readonly write: (text: string) => void
  readonly discard: () => void
  /** Whether it is saved now. */
  readonly save: () => Promise<boolean>
}

/** A note being written: each keystroke is kept on this device until the server has it. */
export function useNotes(recipe: Recipe): NotesState {
  const book = useRecipeBook()
  const kept = useMemo(
    () => new Kept<string | null>(`zest.note.${recipe.id}`, (value) => (typeof value === 'string' ? value : null)),
    [recipe.id],
  )
  const draft = useSyncExternalStore(kept.subscribe, kept.get)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // What was saved comes back with the next version of the recipe; until then it is the draft that is shown.
  const isSaved = draft !== null && draft.trim() === (recipe.notes ?? '')

  useEffect(() => {
    if (isSaved) kept.set(null)
  }, [isSaved, kept])

  const send = async (text: string): Promise<void> => {
    const notes = text.trim() === '' ? null : text.trim()
    try {
      await book.update(recipe.id, recipe.version, { notes })
    } catch (thrown) {
      if (asProblem(thrown).code !== 'CONFLICT') throw thrown
      // Something else of the recipe has changed meanwhile: a note stands beside it, so it is sent on top of that.
      const { version } = await book.get(recipe.id)
      await book.update(recipe.id, version, { notes })
    }
  }
  return {
    draft: isSaved ? null : draft,
    busy,
    problem,
    write: (text) => {
      kept.set(text)
      setProblem(null)
    },
    discard: () => {
      kept.set(null)
      setProblem(null)
    },
    save: async () => {
      const text = kept.get()
      if (text === null || text.trim() === (recipe.notes ?? '')) {
        kept.set(null)
        return true
      }
      setBusy(true)
      setProblem(null)
      try {
        await send(text)
        return true
      } catch (thrown) {
        setProblem(asProblem(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
