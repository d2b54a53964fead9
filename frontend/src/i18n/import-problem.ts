import type { IntlShape } from 'react-intl'
import type { Submission } from '../lib/list/submissions'
import type { RecipeCard } from '../lib/recipe/recipe'
import { describeProblem } from './problem-messages'
import { sourceKind } from './stage-messages'

/** Why an import failed, or could not begin: what is kept of it depends on what it is made of. */
export function describeImportProblem(
  intl: IntlShape,
  recipe: Pick<RecipeCard, 'errorCode' | 'pictureSubmissionUUID' | 'fileSubmissionUUID'> &
    Partial<Pick<Submission, 'again'>>,
): string {
  const situation = sourceKind(recipe) === 'address' ? 'import' : 'upload'
  return describeProblem(intl, situation, { code: recipe.errorCode, detail: recipe.again ?? null })
}
