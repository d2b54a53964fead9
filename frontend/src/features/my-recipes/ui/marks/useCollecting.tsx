import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { describeCallProblem } from '../../../../shared/i18n/call-problem-messages'
import { asProblem } from '../../../../shared/lib/errors'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { useToasts } from '../../../../shared/ui/Toasts'

/** Minimum number of recipes for which progress is shown. */
const WORTH_TELLING = 10
const TOAST = 'collecting'

/**
 * Changes collections of many recipes: optimistically, a few at a time, with progress. Refusals are reported once;
 * changes made offline are sent later without a message.
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
    const marks = new Map(
      recipes.flatMap(({ card, stored }) => {
        const collections = change(card.collections)
        return stored && wanted(card) && collections.join('\n') !== card.collections.join('\n')
          ? [[card.id, { collections }] as const]
          : []
      }),
    )
    let isWanted = marks.size >= WORTH_TELLING
    const tell = (done: number) => {
      if (!isWanted) return
      toasts.show({
        id: TOAST,
        durationMs: null,
        onEnd: () => {
          isWanted = false
        },
        content: (
          <FormattedMessage
            id="collections.changing"
            defaultMessage="Updating {done, number} of {count, plural, one {# recipe} other {# recipes}}…"
            values={{ done, count: marks.size }}
          />
        ),
      })
    }
    tell(0)
    try {
      const pending = await store.marks.load()
      await pending.putAll(marks, tell)
    } catch (thrown) {
      toasts.show({ kind: 'error', content: describeCallProblem(intl, 'save', asProblem(thrown)) })
    } finally {
      toasts.end(TOAST)
    }
  }
}
