import { useIntl } from 'react-intl'
import { describeImportProblem } from '../../../../shared/i18n/problem-messages'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

export function Reason({ recipe }: { recipe: RecipeCard }) {
  return <>{describeImportProblem(useIntl(), recipe)}</>
}
