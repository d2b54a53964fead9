import { lazy, Suspense, useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipeBook } from '../../../api/RecipeBookProvider'
import type { Recipe } from '../../../lib/recipe'
import { Button } from '../../../ui/Button'
import { PageIcon } from '../../../ui/icons'
import { loading } from '../../../ui/loading-bar'
import type { OriginsState } from '../useOrigins'

const CompareDialog = lazy(async () => ({
  default: (await loading.track(import('./CompareDialog'))).CompareDialog,
}))

interface CompareProps {
  recipe: Recipe
  origins: OriginsState
}

/** For the owner of a recipe that was read from pages: the way to see both side by side. */
export function Compare({ recipe, origins }: CompareProps) {
  const [open, setOpen] = useState(false)
  if (!useHasPages(recipe)) return null
  return (
    <div className="mt-6 print:hidden">
      <Button look="quiet" onClick={() => setOpen(true)}>
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
function useHasPages({ id, pictureSubmissionUUID, fileSubmissionUUID }: Recipe): boolean {
  const book = useRecipeBook()
  const isPicture = pictureSubmissionUUID !== null
  const mayHave = !isPicture && fileSubmissionUUID !== null
  const [found, setFound] = useState(false)
  useEffect(() => {
    if (!mayHave) return
    let wanted = true
    book.sourcePages(id).then(
      (pages) => wanted && setFound(pages.length > 0),
      // Without the pages there is nothing to compare with; opening the recipe again asks again.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [book, id, mayHave])
  return isPicture || found
}
