import type { UpdateRecipeInput } from '../../src/contract/operations.ts'
import type { Ingredient } from '../../src/shared/lib/recipe/recipe.ts'
import type { StoredRecipe } from './recipes.ts'

/** Plain fields that null clears. Null does not change those in `KEPT`. */
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

/** Like the server: an unchanged line keeps its doubt, and a changed one is mapped to the steps by its name. */
function ingredientOf(
  { name, quantity, unit, text, note, group }: NonNullable<UpdateRecipeInput['ingredients']>[number],
  before: readonly Ingredient[],
): Ingredient {
  const amountAndName = [quantity, unit, name].filter((part) => part !== '').join(' ')
  const line = {
    name,
    quantity,
    unit,
    text: text ?? (note ? `${amountAndName}, ${note}` : amountAndName),
    note: note ?? null,
    group: group ?? null,
  }
  const unchanged = before.find(
    (known) =>
      known.name === name &&
      known.quantity === quantity &&
      known.unit === unit &&
      known.note === (note ?? known.note) &&
      known.text === (text ?? known.text),
  )
  if (unchanged !== undefined) return { ...unchanged, group: line.group }
  return { ...line, stepMapping: before.find((known) => known.name === name)?.stepMapping ?? [], doubt: null }
}
