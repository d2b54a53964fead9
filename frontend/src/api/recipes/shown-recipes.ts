import type { PendingDeletion } from '../../lib/list/deletions'
import { type LiveList, placeOf } from '../../lib/list/live-list'
import { cardOfSubmission, type Submission } from '../../lib/list/submissions'
import type { RecipeCard } from '../../lib/recipe/recipe'

/** A recipe as the list shows it. The same object as long as nothing about it changes. */
export interface ShownRecipe {
  readonly card: RecipeCard
  /** Whether the server knows it; if not, it is a submission of this browser that is on its way or was refused. */
  readonly stored: boolean
}

/**
 * Puts together what is shown: the server's recipes and the submissions it does not know yet, without those whose
 * deletion was asked for. Only what has changed is made anew, so that React draws no card twice.
 */
export class ShownRecipes {
  readonly #ofCard = new WeakMap<RecipeCard, ShownRecipe>()
  readonly #ofSubmission = new WeakMap<Submission, ShownRecipe>()
  #last:
    | { order: LiveList['order']; submissions: unknown; deletions: unknown; recipes: readonly ShownRecipe[] }
    | undefined

  /** The recipes, newest first. The same array as long as none of the three arguments' contents changes. */
  of(
    list: LiveList,
    submissions: readonly Submission[],
    deletions: readonly PendingDeletion[],
  ): readonly ShownRecipe[] {
    const { order } = list
    const last = this.#last
    if (last?.order === order && last.submissions === submissions && last.deletions === deletions) return last.recipes
    const hidden = new Set(deletions.map(({ id }) => id))
    const recipes = order.map((card) => memoized(this.#ofCard, card, () => ({ card, stored: true })))
    const cards = [...order]
    for (const submission of submissions) {
      if (list.entries.has(submission.id)) continue
      const shown = memoized(this.#ofSubmission, submission, () => ({
        card: cardOfSubmission(submission),
        stored: false,
      }))
      const place = placeOf(shown.card, cards)
      cards.splice(place, 0, shown.card)
      recipes.splice(place, 0, shown)
    }
    const visible = hidden.size === 0 ? recipes : recipes.filter(({ card }) => !hidden.has(card.id))
    this.#last = { order, submissions, deletions, recipes: visible }
    return visible
  }
}

function memoized<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}
