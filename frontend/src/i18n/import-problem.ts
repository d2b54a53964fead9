import type { IntlShape } from 'react-intl'
import type { RecipeCard } from '../lib/recipe/recipe'
import { describeProblem } from './problem-messages'
import { sourceKind } from './stage-messages'

/** Why an import failed, or could not begin: what is kept of it depends on what it is made of. */
export function describeImportProblem(
  intl: IntlShape,
  recipe: Pick<RecipeCard, 'errorCode' | 'pictureSubmissionUUID' | 'fileSubmissionUUID'>,
): string {
  return describeProblem(intl, sourceKind(recipe) === 'address' ? 'import' : 'upload', { code: recipe.errorCode })
}
