import { FormattedMessage, useIntl } from 'react-intl'
import { useNewRecipe } from '../../../shared/api/recipes/RecipeApiProvider'
import { describeCallProblem } from '../../../shared/i18n/call-problem-messages'
import { localeOf } from '../../../shared/i18n/locale'
import { Button } from '../../../shared/ui/Button'
import { WriteIcon } from '../../../shared/ui/icons'
import { useTask } from '../../../shared/ui/useTask'

/** Creates a blank recipe and opens the edit form. `isSmall` leaves only the icon on phones. */
export function WriteYourOwn({ isSmall = false }: { isSmall?: boolean }) {
  const intl = useIntl()
  const create = useNewRecipe()
  const { busy, problem, run } = useTask(() => create(localeOf(location.pathname)))
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3">
      <Button variant="bare" disabled={busy} onClick={() => void run()}>
        <WriteIcon className="size-4.5" />
        <span className={isSmall ? 'max-sm:sr-only' : ''}>
          <FormattedMessage id="add.blank" defaultMessage="Write a recipe" />
        </span>
      </Button>
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {describeCallProblem(intl, 'blank', problem)}
        </p>
      )}
    </div>
  )
}
