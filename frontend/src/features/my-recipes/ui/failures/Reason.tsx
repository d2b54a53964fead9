import { useIntl } from 'react-intl'
import { describeImportProblem } from '../../../../shared/i18n/problem-messages'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/** Why an import failed and what to do. */
export function Reason({ recipe }: { recipe: RecipeCard }) {
  return <>{describeImportProblem(useIntl(), recipe)}</>
}
