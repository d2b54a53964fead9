/** What a person can change of a recipe, as values that can be compared, merged and sent. */
import type { Ingredient, Language, Recipe } from './recipe'
import type { IngredientChange, RecipeChanges } from './recipe-changes'

/** A line of the ingredients, or a heading above those that follow; an empty heading ends the group before it. */
export type IngredientItem =
  | {
      readonly kind: 'line'
      readonly quantity: string
      readonly unit: string
      readonly name: string
      readonly note: string
      /** The whole line, as its source writes it or put together from its parts. */
      readonly text: string
    }
  | { readonly kind: 'heading'; readonly text: string }

export interface NutritionValues {
  readonly calories: string
  readonly fat: string
  readonly carbs: string
  readonly protein: string
}

/** Texts are empty and numbers null where the recipe says nothing. */
export interface RecipeContent {
  readonly title: string
  readonly description: string
  readonly ingredients: readonly IngredientItem[]
  readonly instructions: readonly string[]
  /** Minutes, as are the two below. */
  readonly prep_time: number | null
  readonly cook_time: number | null
  readonly total_time: number | null
  readonly servings: number | null
  readonly yield: string
  readonly tags: readonly string[]
  readonly language: Language | null
  readonly url: string
  readonly nutrition: NutritionValues
  readonly notes: string
}

export type ContentField = keyof RecipeContent

/** In the order of the form. */
export const CONTENT_FIELDS = [
  'title',
  'description',
  'ingredients',
  'instructions',
  'prep_time',
  'cook_time',
  'total_time',
  'servings',
  'yield',
  'tags',
  'language',
  'url',
  'nutrition',
  'notes',
] as const satisfies readonly ContentField[]

export function contentOf(recipe: Recipe): RecipeContent {
  const { calories, fat, carbs, protein } = recipe.nutritionalInformation
  return {
    title: recipe.title ?? '',
    description: recipe.description ?? '',
    ingredients: itemsOf(recipe.ingredients),
    instructions: recipe.instructions,
    prep_time: recipe.prep_time,
    cook_time: recipe.cook_time,
    total_time: recipe.total_time,
    servings: recipe.servings,
    yield: recipe.yield ?? '',
    tags: recipe.tags.map(({ name }) => name),
    language: recipe.language,
    url: recipe.url ?? '',
    nutrition: { calories: calories ?? '', fat: fat ?? '', carbs: carbs ?? '', protein: protein ?? '' },
    notes: recipe.notes ?? '',
  }
}

/** The lines with their headings between them, as they stand on the page. */
export function itemsOf(ingredients: readonly Ingredient[]): IngredientItem[] {
  const items: IngredientItem[] = []
  let heading = ''
  for (const { group, quantity, unit, name, note, text } of ingredients) {
    if ((group ?? '') !== heading) {
      heading = group ?? ''
      items.push({ kind: 'heading', text: heading })
    }
    const parts = { quantity, unit, name, note: note ?? '' }
    // A line that was not taken apart is edited as a whole.
    const shown = joinedLine(parts) === '' ? { ...parts, name: text } : parts
    items.push({ kind: 'line', ...shown, text: text === '' ? joinedLine(shown) : text })
  }
  return items
}

/** A line put together from its parts, as the server does it. */
export function joinedLine({ quantity, unit, name, note }: Omit<IngredientItem & { kind: 'line' }, 'kind' | 'text'>) {
  const amountAndName = [quantity, unit, name].filter((part) => part !== '').join(' ')
  return note === '' ? amountAndName : `${amountAndName}, ${note}`
}

function asSent(items: readonly IngredientItem[]): IngredientChange[] {
  const sent: IngredientChange[] = []
  let group: string | null = null
  for (const item of items) {
    if (item.kind === 'heading') {
      group = item.text === '' ? null : item.text
      continue
    }
    const { quantity, unit, name, note, text } = item
    const parts = { quantity, unit, name, note, group }
    sent.push(text === joinedLine(item) ? parts : { ...parts, text })
  }
  return sent
}

/** The fields in which two contents differ, in the order of the form. */
export function changedFields(base: RecipeContent, edited: RecipeContent): ContentField[] {
  return CONTENT_FIELDS.filter((field) => !isSame(base[field], edited[field]))
}

/** What to send so that the base becomes the edited one: the changed fields and nothing else. */
export function changesOf(base: RecipeContent, edited: RecipeContent): RecipeChanges {
  const all: Required<RecipeChanges> = {
    title: edited.title,
    description: orNull(edited.description),
    ingredients: asSent(edited.ingredients),
    instructions: edited.instructions,
    prep_time: edited.prep_time,
    cook_time: edited.cook_time,
    total_time: edited.total_time,
    servings: edited.servings,
    yield: orNull(edited.yield),
    tags: edited.tags,
    language: edited.language,
    url: orNull(edited.url),
    nutrition: isEmpty(edited.nutrition)
      ? null
      : {
          calories: orNull(edited.nutrition.calories),
          fat: orNull(edited.nutrition.fat),
          carbs: orNull(edited.nutrition.carbs),
          protein: orNull(edited.nutrition.protein),
        },
    notes: orNull(edited.notes),
  }
  return Object.fromEntries(changedFields(base, edited).map((field) => [field, all[field]]))
}

/** Whether two values of a field say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function isEmpty(nutrition: NutritionValues): boolean {
  return Object.values(nutrition).every((value) => value === '')
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
