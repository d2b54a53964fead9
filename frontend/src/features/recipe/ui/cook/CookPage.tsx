import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useParams } from 'react-router'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { paths } from '../../../../shared/lib/routing/paths'
import { buttonClass } from '../../../../shared/ui/Button'
import { PotIcon } from '../../../../shared/ui/icons'
import { Notice } from '../../../../shared/ui/Notice'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { useRecipe } from '../useRecipe'
import { CookView } from './CookView'

/** Cook mode: large text, progress, timers, and a screen that stays awake. */
export function CookPage() {
  const { id = '' } = useParams()
  return <CookById key={id} id={id} />
}

function CookById({ id }: { id: string }) {
  const intl = useIntl()
  const { recipe, problem } = useRecipe(id)
  if (recipe !== null && recipe.instructions.length + recipe.ingredients.length > 0) return <CookView recipe={recipe} />
  if (recipe !== null || problem !== null) {
    return (
      <Notice
        level={1}
        icon={<PotIcon className="size-8" />}
        title={<FormattedMessage id="cook.nothing" defaultMessage="Nothing to cook yet" />}
        actions={
          <Link to={paths.recipe(id)} className={buttonClass('quiet')}>
            <FormattedMessage id="cook.toRecipe" defaultMessage="View recipe" />
          </Link>
        }
      >
        {problem === null ? (
          <FormattedMessage id="cook.empty" defaultMessage="This recipe has no ingredients or steps yet." />
        ) : (
          describeProblem(intl, 'show', problem)
        )}
      </Notice>
    )
  }
  return (
    <div role="status" className="flex flex-col gap-6 py-8">
      <span className="sr-only">
        <FormattedMessage id="recipe.loading" defaultMessage="Loading the recipe…" />
      </span>
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-64" />
    </div>
  )
}
