import { useMemo, useSyncExternalStore } from 'react'
import { withWaitingEdit } from '../../lib/offline/waiting-content'
import { WaitingEdits } from '../../lib/offline/waiting-edits'
import type { Recipe } from '../../lib/recipe/recipe'

const edits = new WaitingEdits()
const waitingNow = () =>
  edits
    .all()
    .map(({ id, savedAt }) => `${id} ${savedAt}`)
    .join('\n')

/** Applies the unsent edit of a recipe, if there is one. A new function after each change of the edits. */
export function useWithEdits(): (recipe: Recipe) => Recipe {
  const waiting = useSyncExternalStore(edits.subscribe, waitingNow)
  return useMemo(() => {
    const byId = new Map(waiting === '' ? [] : edits.all().map((edit) => [edit.id, edit] as const))
    return (recipe) => {
      const edit = byId.get(recipe.id)
      return edit === undefined ? recipe : withWaitingEdit(recipe, edit)
    }
  }, [waiting])
}
