import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { PageIcon } from '../../../../shared/ui/icons'
import { loading } from '../../../../shared/ui/loading-bar'
import { useFetched } from '../../../../shared/ui/useTask'
import type { OriginsState } from '../useOrigins'

const CompareDialog = lazy(async () => ({
  default: (await loading.track(import('./CompareDialog'))).CompareDialog,
}))

interface CompareProps {
  recipe: OwnRecipe
  origins: OriginsState
}

/** For the owner of a recipe that was read from pages: the way to see both side by side. */
export function Compare({ recipe, origins }: CompareProps) {
  const [open, setOpen] = useState(false)
  if (!useHasPages(recipe)) return null
  return (
    <div className="mt-6 print:hidden">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <PageIcon />
        <FormattedMessage id="compare.title" defaultMessage="Compare with the picture" />
      </Button>
      {open && (
        <Suspense>
          <CompareDialog recipe={recipe} origins={origins} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Pictures are pages; of a file, only the server knows whether it had any. */
function useHasPages({ id, pictureSubmissionUUID, fileSubmissionUUID }: OwnRecipe): boolean {
  const api = useRecipeApi()
  const isPicture = pictureSubmissionUUID !== null
  const mayHave = !isPicture && fileSubmissionUUID !== null
  // Without the pages there is nothing to compare with; opening the recipe again asks again.
  const { result } = useFetched(mayHave ? id : null, () => api.sourcePages(id))
  return isPicture || (result !== null && result.length > 0)
}
