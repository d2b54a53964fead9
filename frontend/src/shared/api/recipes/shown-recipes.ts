import type { PendingDeletion } from '../../lib/list/deletions'
import { type LiveList, placeOf } from '../../lib/list/live-list'
import { cardOfSubmission, type Submission } from '../../lib/list/submissions'
import type { MarkChanges } from '../../lib/recipe/marks'
import { memoizePerCard } from '../../lib/recipe/memoize-per-card'
import type { RecipeCard } from '../../lib/recipe/recipe'

/** A recipe in the list. The same object while it does not change. */
export interface ShownRecipe {
  readonly card: RecipeCard
  /** Whether the server has it. Otherwise it is a submission in progress or refused. */
  readonly stored: boolean
}

/**
 * Merges the server's recipes with unconfirmed submissions and hides pending deletions. Reuses unchanged objects, so
 * that React renders only changed cards.
 */
export class ShownRecipes {
  readonly #ofSubmission = new WeakMap<Submission, ShownRecipe>()
  readonly #ofMarks = new WeakMap<MarkChanges, ShownRecipe & { readonly of: RecipeCard }>()
  #last:
    | {
        order: LiveList['order']
        submissions: unknown
        deletions: unknown
        marks: unknown
        recipes: readonly ShownRecipe[]
      }
    | undefined

  /** The recipes, newest first. The same array until one of the arguments changes. */
  of(
    list: LiveList,
    submissions: readonly Submission[],
    deletions: readonly PendingDeletion[],
    marks: ReadonlyMap<string, MarkChanges>,
  ): readonly ShownRecipe[] {
    const { order } = list
    const last = this.#last
    const isSame = last?.submissions === submissions && last.deletions === deletions && last.marks === marks
    if (isSame && last.order === order) return last.recipes
    const hidden = new Set(deletions.map(({ id }) => id))
    const recipes = order.map((card) => {
      const changes = marks.size === 0 ? undefined : marks.get(card.id)
      if (changes !== undefined) return this.#marked(card, changes)
      return storedRecipe(card)
    })
    const cards = submissions.length === 0 ? [] : [...order]
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
    this.#last = { order, submissions, deletions, marks, recipes: visible }
    return visible
  }

  #marked(card: RecipeCard, changes: MarkChanges): ShownRecipe {
    const before = this.#ofMarks.get(changes)
    if (before?.of === card) return before
    const shown = { card: withMarks(card, changes), stored: true, of: card }
    this.#ofMarks.set(changes, shown)
    return shown
  }
}

const storedRecipe = memoizePerCard((card): ShownRecipe => ({ card, stored: true }))

function withMarks(card: RecipeCard, { madeOn, ...changes }: MarkChanges): RecipeCard {
  return { ...card, ...changes, ...(madeOn && { lastMadeOn: madeOn[0] ?? null }) }
}

function memoized<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}
