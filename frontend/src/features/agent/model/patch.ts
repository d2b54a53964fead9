/**
 * A proposed edit of one version of a recipe (lambdas/agent/src/patch.rs): before, after and reason for each line and
 * step. Calculates the changes to send and applies nothing.
 */
import {
  arrayOf,
  checked,
  fittingOf,
  nullable,
  number,
  objectOf,
  oneOf,
  type Schema,
  text,
  withDefault,
} from '../../../shared/lib/browser/schema'
import type { Ingredient, Language, Recipe } from '../../../shared/lib/recipe/recipe'
import type { RecipeChanges } from '../../../shared/lib/recipe/recipe-changes'
import { changesOf, contentOf, isSame } from '../../../shared/lib/recipe/recipe-content'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import type { StepHeading, Steps } from '../../../shared/lib/recipe/step-headings'

export const VERDICTS = ['KEPT', 'REPLACED', 'LEFT_OUT', 'ADDED', 'CANNOT'] as const
export type Verdict = (typeof VERDICTS)[number]

export const REASON_CODES = [
  'SUITS',
  'NO_AMOUNT',
  'SCALED',
  'CONVERTED',
  'READ_THE_LABEL',
  'SUBSTITUTED',
  'DONE_WITHOUT',
  'NO_SUBSTITUTE',
  'AMOUNT_UNKNOWN',
  'TOO_MUCH',
  'NAMES_ANOTHER',
  'UNKNOWN',
  'NOTED',
  'TRANSLATED',
  'OTHER_NUMBERS',
  'WISHED',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

export interface Reason {
  readonly code: ReasonCode
  /** The effect on the dish, or a comment of the model. */
  readonly words: string | null
}

/** Proposed change of a line or step. `place` is null for a new one; `after` is set only if it is replaced or new. */
export interface Change<After> {
  readonly place: number | null
  readonly before: string | null
  readonly after: After | null
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

export const DIETS = ['vegan', 'vegetarian', 'gluten-reduced'] as const

export type Remark =
  | { readonly code: 'READ_EVERY_LABEL'; readonly diet: (typeof DIETS)[number] | null }
  /** Indexes of steps, from 0. */
  | { readonly code: 'STEPS_NAME_AMOUNTS' | 'STEPS_NAME_MORE'; readonly steps: readonly number[] }

/** Replacement of a line; the server parses the rest from `text`. */
export interface ProposedLine {
  readonly name: string
  readonly quantity: string
  readonly unit: string
  readonly note: string
  readonly text: string
  readonly group: string | null
}

export interface Patch {
  readonly recipeId: string
  readonly version: number
  readonly title: { readonly before: string | null; readonly after: string } | null
  readonly description: { readonly before: string | null; readonly after: string } | null
  readonly servings: { readonly before: number | null; readonly after: number } | null
  readonly language: Language | null
  readonly lines: readonly Change<ProposedLine>[]
  readonly steps: readonly Change<string>[]
  /** New texts of step headings, each for every heading with the text `before`. */
  readonly stepHeadings: readonly { readonly before: string | null; readonly after: string }[]
  readonly remarks: readonly Remark[]
}

/** Schema of an optional property. */
const absent =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === undefined ? null : nullable(schema)(value)
const count = checked(number, (value) => Number.isInteger(value) && value >= 0)
const REASON = objectOf<Reason>({ code: withDefault(oneOf(REASON_CODES), 'UNKNOWN'), words: absent(text) })
const LINE = objectOf<ProposedLine>({
  name: text,
  quantity: text,
  unit: text,
  note: withDefault(text, ''),
  text,
  group: absent(text),
})
const changeOf = <After>(after: Schema<After>) =>
  objectOf<Change<After>>({
    place: absent(count),
    before: absent(text),
    after: absent(after),
    verdict: oneOf(VERDICTS),
    reasons: arrayOf(REASON),
  })
const textChange = objectOf({ before: absent(text), after: text })
const REMARK: Schema<Remark> = (value) => {
  const labels = objectOf({
    code: oneOf(['READ_EVERY_LABEL'] as const),
    diet: withDefault(nullable(oneOf(DIETS)), null),
  })
  const steps = objectOf({ code: oneOf(['STEPS_NAME_AMOUNTS', 'STEPS_NAME_MORE'] as const), steps: arrayOf(count) })
  return labels(value) ?? steps(value)
}
const PATCH = objectOf<Patch>({
  recipeId: checked(text, isRecipeId),
  version: count,
  title: absent(textChange),
  description: absent(textChange),
  servings: absent(objectOf({ before: absent(count), after: count })),
  language: absent(oneOf(['en', 'es', 'fr'] as const)),
  lines: arrayOf(changeOf(LINE)),
  steps: arrayOf(changeOf(text)),
  stepHeadings: withDefault(arrayOf(textChange), []),
  remarks: fittingOf(REMARK),
})

/** Decodes a patch; null if invalid or from a later build. */
export function readPatch(value: unknown): Patch | null {
  return PATCH(value) ?? null
}

/** Whether the entry is a change to accept or refuse. */
export function isChange({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict !== 'KEPT' && verdict !== 'CANNOT'
}

/** Accepted changes: indexes of lines and steps within the patch. */
export interface Accepted {
  readonly lines: ReadonlySet<number>
  readonly steps: ReadonlySet<number>
}

export function allOf({ lines, steps }: Patch): Accepted {
  const places = (changes: readonly { readonly verdict: Verdict }[]) =>
    new Set(changes.flatMap((change, at) => (isChange(change) ? [at] : [])))
  return { lines: places(lines), steps: places(steps) }
}

/** Whether all changes are accepted; only then do title, servings and the other recipe-wide fields change. */
export function isAll(patch: Patch, accepted: Accepted): boolean {
  const all = allOf(patch)
  return all.lines.size === accepted.lines.size && all.steps.size === accepted.steps.size
}

/** Whether recipe-wide fields would change. */
export function changesWhole({ title, description, servings, language, stepHeadings }: Patch): boolean {
  return title !== null || description !== null || servings !== null || language !== null || stepHeadings.length > 0
}

/**
 * Whether the recipe still has the lines and steps that the patch was made for, and the title, description and servings
 * that it changes.
 */
export function fits(patch: Patch, recipe: Recipe): boolean {
  if (recipe.id !== patch.recipeId) return false
  const before = <After>(changes: readonly Change<After>[]) =>
    changes.filter(({ place }) => place !== null).map((change) => change.before)
  return (
    isSame(
      before(patch.lines),
      recipe.ingredients.map(({ text: line }) => line),
    ) &&
    isSame(before(patch.steps), recipe.instructions) &&
    (patch.title === null || patch.title.before === recipe.title) &&
    (patch.description === null || patch.description.before === recipe.description) &&
    (patch.servings === null || patch.servings.before === recipe.servings)
  )
}

/** The recipe with the accepted changes. Recipe-wide fields change only if all were accepted. */
export function applied(patch: Patch, recipe: Recipe, accepted: Accepted): Recipe {
  const ingredients = patch.lines.flatMap((line, at): Ingredient[] => {
    const stays = line.place === null ? undefined : recipe.ingredients[line.place]
    const isTaken = isChange(line) && accepted.lines.has(at)
    if (!isTaken) return stays === undefined ? [] : [stays]
    return line.after === null ? [] : [{ ...line.after, stepMapping: [], doubt: null }]
  })
  const steps = patch.steps.map((step, at) => {
    const stays = step.place === null ? null : (recipe.instructions[step.place] ?? null)
    return { place: step.place, text: isChange(step) && accepted.steps.has(at) ? step.after : stays }
  })
  const instructions = steps.flatMap(({ text: step }) => (step === null ? [] : [step]))
  const stepHeadings = headingsAfter(recipe, steps)
  const changed = { ...recipe, ingredients, instructions, stepHeadings }
  if (!isAll(patch, accepted)) return changed
  return {
    ...changed,
    title: patch.title?.after ?? recipe.title,
    description: patch.description?.after ?? recipe.description,
    servings: patch.servings?.after ?? recipe.servings,
    language: patch.language ?? recipe.language,
    stepHeadings: stepHeadings.map(({ step, text: heading }) => ({
      step,
      text: patch.stepHeadings.find(({ before }) => before === heading)?.after ?? heading,
    })),
  }
}

/** Step headings after a change. A heading moves to the next step of its section, and is removed with the last one. */
function headingsAfter(
  { stepHeadings = [] }: Steps,
  steps: readonly { readonly place: number | null; readonly text: string | null }[],
): StepHeading[] {
  const after: StepHeading[] = []
  let waiting: StepHeading | undefined
  let count = 0
  for (const { place, text: step } of steps) {
    waiting = stepHeadings.find((heading) => heading.step === place) ?? waiting
    if (step === null) continue
    if (waiting !== undefined) after.push({ ...waiting, step: count })
    waiting = undefined
    count += 1
  }
  return after
}

/** The update that turns one recipe into the other. */
export function changesBetween(before: Recipe, after: Recipe): RecipeChanges {
  return changesOf(contentOf(before), contentOf(after))
}

/** Whether the recipe already contains all proposed changes. */
export function isApplied(patch: Patch, recipe: Recipe): boolean {
  const all = allOf(patch)
  const taken = <After>(
    changes: readonly Change<After>[],
    places: ReadonlySet<number>,
    say: (after: After) => string,
  ) =>
    changes.flatMap((change, at) => {
      if (!places.has(at)) return change.before === null ? [] : [change.before]
      return change.after === null ? [] : [say(change.after)]
    })
  const lines = taken(patch.lines, all.lines, ({ text: line }) => line)
  const steps = taken(patch.steps, all.steps, (step) => step)
  return (
    recipe.id === patch.recipeId &&
    isSame(
      lines,
      recipe.ingredients.map(({ text: line }) => line),
    ) &&
    isSame(steps, recipe.instructions) &&
    (patch.title === null || patch.title.after === recipe.title) &&
    (patch.servings === null || patch.servings.after === recipe.servings)
  )
}
