import { FormattedMessage, useIntl } from 'react-intl'
import { useCopyRecipe } from '../../../shared/api/recipes/RecipeApiProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { asProblem } from '../../../shared/lib/errors'
import { useToasts } from '../../../shared/ui/Toasts'
import { useTask } from '../../../shared/ui/useTask'

/** Copies the recipe and opens the copy. */
export function useCopying(id: string): { busy: boolean; begin: () => void } {
  const intl = useIntl()
  const toasts = useToasts()
  const copy = useCopyRecipe()
  const { busy, run } = useTask(async () => {
    try {
      await copy(id)
      toasts.show({
        content: <FormattedMessage id="recipe.copied" defaultMessage="Copy saved to your recipes." />,
      })
    } catch (thrown) {
      // A toast, because the user may have left the page.
      toasts.show({ kind: 'error', content: describeProblem(intl, 'copy', asProblem(thrown)) })
    }
  })
  return { busy, begin: () => void run() }
}
