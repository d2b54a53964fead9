import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { Problem } from '../../../shared/lib/errors'
import { countedLines } from '../../../shared/lib/recipe/nutrition'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import type { RecipeChanges } from '../../../shared/lib/recipe/recipe-changes'
import { isSame } from '../../../shared/lib/recipe/recipe-content'
import { linksAfter, linksOf, withLink } from '../../../shared/lib/recipe/recipe-links'
import { useTask } from '../../../shared/ui/useTask'
import { type Accepted, allOf, applied, changesBetween, fits, isApplied, type Patch } from '../model/patch'

export type PatchStanding =
  | 'loading'
  | 'open'
  /** Applied on this page; can be undone. */
  | 'applied'
  /** The recipe already contains all changes. */
  | 'said'
  /** The recipe has changed since. */
  | 'outdated'
  /** The recipe cannot be loaded. */
  | 'missing'

export interface PatchHandle {
  readonly standing: PatchStanding
  readonly recipe: Recipe | null
  readonly accepted: Accepted
  readonly busy: boolean
  /** Why applying or undoing failed. */
  readonly problem: Problem | null
  readonly toggle: (of: 'lines' | 'steps', at: number) => void
  readonly choose: (accepted: Accepted) => void
  readonly apply: () => void
  readonly undo: () => void
}

/** An applied change, with what its undo needs. */
interface Undoable {
  readonly before: Recipe
  readonly after: Recipe
  readonly changes: RecipeChanges
}

/**
 * Applies a proposal as one versioned update of the recipe, and undoes it.
 * @param onDecided called with the accepted changes, or null after an undo
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
    // The current version, not the one shown.
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
    await cache.update(recipeId, now.version, {
      ...changesBetween(now, back),
      ...linksBack(now, undoable.before),
      ...fixesBack(now, undoable.before),
    })
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

/** The recipe with the changed fields restored. Throws CONFLICT if they have changed since. */
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

/** The links with those of restored lines, because the server drops the link of a replaced line. */
function linksBack(now: Recipe, before: Recipe): Pick<RecipeChanges, 'recipeLinks'> {
  const lost = linksOf(before).filter(isLost(now, before))
  if (lost.length === 0) return {}
  const kept = linksAfter(now, before)
  return {
    recipeLinks: lost.reduce(
      (links, { line, recipe }) => withLink({ ...before, recipeLinks: links }, line, recipe),
      kept,
    ),
  }
}

/** The nutrition corrections of restored lines, which the server drops as well. */
function fixesBack(now: Recipe, before: Recipe): Pick<RecipeChanges, 'nutritionFixes'> {
  const lost = countedLines(before.nutritionalInformation)
    .filter(({ corrected }) => corrected)
    .filter(isLost(now, before))
  if (lost.length === 0) return {}
  return {
    nutritionFixes: lost.map(({ line, food, grams, leftOut }) => ({
      line,
      food,
      // 0 leaves the line out.
      grams: leftOut === 'NEGLIGIBLE' ? 0 : grams,
    })),
  }
}

/** Whether the ingredient line of `before` is no longer in the recipe. */
function isLost(now: Recipe, before: Recipe): (of: { readonly line: number }) => boolean {
  const texts = new Set(now.ingredients.map(({ text }) => text))
  return ({ line }) => !texts.has(before.ingredients[line]?.text ?? '')
}
