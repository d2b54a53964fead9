import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useRecipeStore, useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { Problem } from '../../../shared/lib/errors'
import { withWaitingEdit } from '../../../shared/lib/offline/waiting-content'
import { type WaitingEdit, WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { useTask } from '../../../shared/ui/useTask'

export interface RecipeState {
  /** Latest known version, with the unsent edit applied; kept while a newer one is loading. */
  readonly recipe: Recipe | null
  /** Its list card, for a heading while loading. */
  readonly shown: ShownRecipe | null
  /** An edit saved offline and not sent yet. */
  readonly waiting: WaitingEdit | null
  readonly problem: Problem | null
  readonly reload: () => void
}

const edits = new WaitingEdits()

/** A recipe, fetched on opening and again when the live list reports another version or the user changes. */
export function useRecipe(id: string): RecipeState {
  const { cache } = useRecipeStore()
  const { recipes } = useRecipes()
  const shown = recipes.find(({ card }) => card.id === id) ?? null
  const recipe = useSyncExternalStore(cache.subscribe, () => cache.peek(id))
  const generation = useSyncExternalStore(cache.subscribe, cache.getGeneration)
  const { problem, run } = useTask(() => cache.get(id))
  const askedIn = useRef<number | null>(null)
  const version = shown?.card.version ?? null

  useEffect(() => {
    const known = cache.peek(id)
    const isCurrent = known !== null && version !== null && known.version >= version
    if (isCurrent && askedIn.current === generation) return
    askedIn.current = generation
    void run()
  }, [cache, id, version, generation, run])

  const savedAt = useSyncExternalStore(edits.subscribe, () => edits.of(id)?.savedAt ?? null)
  const waiting = useMemo(() => (savedAt === null ? null : edits.of(id)), [id, savedAt])
  const edited = useMemo(
    () => (recipe === null || waiting === null ? recipe : withWaitingEdit(recipe, waiting)),
    [recipe, waiting],
  )
  return { recipe: edited, shown, waiting, problem, reload: () => void run() }
}
