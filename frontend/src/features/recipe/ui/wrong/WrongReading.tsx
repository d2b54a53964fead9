import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { AlertIcon } from '../../../../shared/ui/icons'
import { lazyComponent } from '../../../../shared/ui/lazy-component'
import { loading } from '../../../../shared/ui/loading-bar'

const WrongReadingDialog = lazyComponent(
  async () => (await loading.track(import('./WrongReadingDialog'))).WrongReadingDialog,
)

/** Button to report a wrong reading of an imported recipe. The dialog is loaded on demand. */
export function WrongReading({ recipe }: { recipe: OwnRecipe }) {
  const [open, setOpen] = useState(false)
  const { url, pictureSubmissionUUID, fileSubmissionUUID } = recipe
  if (url === null && pictureSubmissionUUID === null && fileSubmissionUUID === null) return null
  return (
    <div className="mt-6 -ml-3 print:hidden">
      <Button variant="bare" onClick={() => setOpen(true)}>
        <AlertIcon />
        <FormattedMessage id="wrong.open" defaultMessage="Report a mistake" />
      </Button>
      {open && (
        <Suspense>
          <WrongReadingDialog recipeId={recipe.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
