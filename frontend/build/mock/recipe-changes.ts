import type { UpdateRecipeInput } from '../../src/contract/operations.ts'
import type { Ingredient } from '../../src/shared/lib/recipe/recipe.ts'
import type { StoredRecipe } from './recipes.ts'

/** Fields that null clears. Null does not change other fields. */
const CLEARABLE = [
  'description',
  'author',
  'prep_time',
  'cook_time',
  'total_time',
  'servings',
  'yield',
  'notes',
  'language',
  'url',
  'rating',
] as const
const KEPT = ['title', 'instructions', 'stepHeadings', 'recipeLinks', 'favourite', 'collections'] as const

/** The recipe changed by the input of `updateRecipe`, as schema.graphql describes. */
export function withInput(recipe: StoredRecipe, input: UpdateRecipeInput): StoredRecipe {
  const { ingredients, tags, nutrition, madeOn } = input
  const changed = (field: keyof UpdateRecipeInput) =>
    input[field] !== undefined && (input[field] !== null || (CLEARABLE as readonly string[]).includes(field))
  const plain = Object.fromEntries([...CLEARABLE, ...KEPT].filter(changed).map((field) => [field, input[field]]))
  return {
    ...recipe,
    ...plain,
    ...(ingredients ? { ingredients: ingredients.map((line) => ingredientOf(line, recipe.ingredients)) } : {}),
    ...(tags ? { tags: tags.map((name) => ({ name })) } : {}),
    ...(madeOn ? { madeOn: [...new Set(madeOn)].sort().reverse() } : {}),
    ...(nutrition === undefined
      ? {}
      : {
          nutritionalInformation: {
            status: 'SUCCESS',
            source: null,
            calories: nutrition?.calories ?? null,
            fat: nutrition?.fat ?? null,
            carbs: nutrition?.carbs ?? null,
            protein: nutrition?.protein ?? null,
            lines: [],
          },
        }),
  }
}

/** A line with an unchanged name keeps its steps. */
function ingredientOf(
  { name, quantity, unit, text, note, group }: NonNullable<UpdateRecipeInput['ingredients']>[number],
  before: readonly Ingredient[],
): Ingredient {
  const amountAndName = [quantity, unit, name].filter((part) => part !== '').join(' ')
  return {
    name,
    quantity,
    unit,
    text: text ?? (note ? `${amountAndName}, ${note}` : amountAndName),
    note: note ?? null,
    group: group ?? null,
    stepMapping: before.find((line) => line.name === name)?.stepMapping ?? [],
    doubt: null,
  }
}
