import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { PageIcon } from '../../../../shared/ui/icons'
import { lazyComponent } from '../../../../shared/ui/lazy-component'
import { loading } from '../../../../shared/ui/loading-bar'
import { useFetched } from '../../../../shared/ui/useTask'
import type { OriginsState } from '../useOrigins'

const CompareDialog = lazyComponent(async () => (await loading.track(import('./CompareDialog'))).CompareDialog)

interface CompareProps {
  recipe: OwnRecipe
  origins: OriginsState
}

/** Owner's button to compare the recipe with its source pages. */
export function Compare({ recipe, origins }: CompareProps) {
  const [open, setOpen] = useState(false)
  if (!useHasPages(recipe)) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <PageIcon />
        <FormattedMessage id="compare.title" defaultMessage="Compare with the photo" />
      </Button>
      {open && (
        <Suspense>
          <CompareDialog recipe={recipe} origins={origins} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Photos always have pages; for files the server must be asked. */
function useHasPages({ id, pictureSubmissionUUID, fileSubmissionUUID }: OwnRecipe): boolean {
  const api = useRecipeApi()
  const isPicture = pictureSubmissionUUID !== null
  const mayHave = !isPicture && fileSubmissionUUID !== null
  // A failure hides the button until the recipe is opened again.
  const { result } = useFetched(mayHave ? id : null, () => api.sourcePages(id))
  return isPicture || (result !== null && result.length > 0)
}
