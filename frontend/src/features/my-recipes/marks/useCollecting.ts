import { useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../api/recipes/RecipesProvider'
import { describeProblem } from '../../../i18n/problem-messages'
import { asProblem } from '../../../lib/recipe/problem'
import type { RecipeCard } from '../../../lib/recipe/recipe'
import { useToasts } from '../../../ui/Toasts'

/** Changes that are sent at once. */
const AT_ONCE = 4

/**
 * Changes in which collections recipes are, some at a time. What the server refuses is told once; whoever is told nothing
 * may take it for done, because without a network it is sent later.
 */
export function useCollecting(): (
  wanted: (card: RecipeCard) => boolean,
  change: (names: readonly string[]) => readonly string[],
) => Promise<void> {
  const intl = useIntl()
  const store = useRecipeStore()
  const { recipes } = useRecipes()
  const toasts = useToasts()
  return async (wanted, change) => {
    const waiting = recipes.flatMap(({ card, stored }) => {
      const collections = change(card.collections)
      return stored && wanted(card) && collections.join('\n') !== card.collections.join('\n')
        ? [{ id: card.id, collections }]
        : []
    })
    let refusal: unknown
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { id, collections } = next
        await store.mark(id, { collections }).catch((thrown: unknown) => {
          refusal = thrown
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (refusal !== undefined) {
      toasts.show({ kind: 'error', content: describeProblem(intl, 'save', asProblem(refusal)) })
    }
  }
}
