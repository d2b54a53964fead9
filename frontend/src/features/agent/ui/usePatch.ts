import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { Problem } from '../../../shared/lib/errors'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import type { RecipeChanges } from '../../../shared/lib/recipe/recipe-changes'
import { isSame } from '../../../shared/lib/recipe/recipe-content'
import { useTask } from '../../../shared/ui/useTask'
import { type Accepted, allOf, applied, changesBetween, fits, isApplied, type Patch } from '../model/patch'

/** How a proposal stands. */
export type PatchStanding =
  /** The recipe is being fetched. */
  | 'loading'
  /** It can be applied. */
  | 'open'
  /** It was applied here, and can be taken back. */
  | 'applied'
  /** The recipe says all of it already. */
  | 'said'
  /** The recipe says something else by now. */
  | 'outdated'
  /** The recipe cannot be had. */
  | 'missing'

export interface PatchHandle {
  readonly standing: PatchStanding
  readonly recipe: Recipe | null
  readonly accepted: Accepted
  readonly busy: boolean
  /** Why it was not applied, or not taken back. */
  readonly problem: Problem | null
  readonly toggle: (of: 'lines' | 'steps', at: number) => void
  readonly choose: (accepted: Accepted) => void
  readonly apply: () => void
  readonly undo: () => void
}

/** What was applied: how to take it back. */
interface Undoable {
  readonly before: Recipe
  readonly after: Recipe
  readonly changes: RecipeChanges
}

/**
 * One proposal on its way into its recipe: one change of the recipe, on its version, that can be taken back.
 *
 * @param onDecided hears what was accepted of it, and null where that was taken back.
 */
export function usePatch(patch: Patch, onDecided?: (accepted: Accepted | null) => void): PatchHandle {
  const { cache } = useRecipeStore()
  const { recipeId } = patch
  const recipe = useSyncExternalStore(cache.subscribe, () => cache.peek(recipeId))
  const [accepted, setAccepted] = useState(() => allOf(patch))
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const fetched = useTask(() => cache.get(recipeId))
  const { ensure } = fetched
  useEffect(() => {
    if (recipe === null) ensure()
  }, [recipe, ensure])

  const applying = useTask(async () => {
    // As it is now, and not as this page last saw it.
    const before = await cache.get(recipeId)
    if (!fits(patch, before)) throw new Problem('CONFLICT')
    const changes = changesBetween(before, applied(patch, before, accepted))
    const after = await cache.update(recipeId, before.version, changes)
    setUndoable({ before, after, changes })
    onDecided?.(accepted)
  })
  const undoing = useTask(async () => {
    if (undoable === null) return
    const now = await cache.get(recipeId)
    const back = takenBack(now, undoable)
    await cache.update(recipeId, now.version, changesBetween(now, back))
    setUndoable(null)
    setAccepted(allOf(patch))
    onDecided?.(null)
  })
  const toggle = (of: 'lines' | 'steps', at: number) => {
    const places = new Set(accepted[of])
    if (!places.delete(at)) places.add(at)
    setAccepted({ ...accepted, [of]: places })
  }
  const standing = (): PatchStanding => {
    if (undoable !== null) return 'applied'
    if (recipe === null) return fetched.problem === null ? 'loading' : 'missing'
    if (fits(patch, recipe)) return 'open'
    return isApplied(patch, recipe) ? 'said' : 'outdated'
  }
  return {
    standing: standing(),
    recipe,
    accepted,
    busy: applying.busy || undoing.busy,
    problem: undoable === null ? (applying.problem ?? null) : undoing.problem,
    toggle,
    choose: setAccepted,
    apply: () => void applying.run(),
    undo: () => void undoing.run(),
  }
}

/** The recipe as it was before, in what was changed. Throws CONFLICT where that says something else by now. */
function takenBack(now: Recipe, { before, after, changes }: Undoable): Recipe {
  const fields = Object.keys(changes).filter((name): name is keyof Recipe => name in before)
  for (const field of fields) {
    if (field === 'ingredients') {
      const texts = ({ ingredients }: Recipe) => ingredients.map(({ text }) => text)
      if (!isSame(texts(now), texts(after))) throw new Problem('CONFLICT')
    } else if (!isSame(now[field], after[field])) throw new Problem('CONFLICT')
  }
  return { ...now, ...Object.fromEntries(fields.map((field) => [field, before[field]])) }
}
