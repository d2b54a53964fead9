/** The editable content of a recipe, as values that can be compared, merged and sent. */
import { type ByField, CONTENT_FIELDS, type ContentField, type DialogField, type FieldKind, mapFields } from './fields'
import type { Ingredient, Language, Nutrition, Recipe, Tag } from './recipe'
import type { IngredientChange, NutritionChange, RecipeChanges } from './recipe-changes'
import { type StepItem, type Steps, stepHeadings, stepItems, stepTexts } from './step-headings'

/** An ingredient line, or a heading for the lines after it; an empty heading ends a group. */
export type IngredientItem =
  | {
      readonly kind: 'line'
      readonly quantity: string
      readonly unit: string
      readonly name: string
      readonly note: string
      /** The full line, from the source or joined from its parts. */
      readonly text: string
    }
  | { readonly kind: 'heading'; readonly text: string }

export const NUTRITION_PARTS = ['calories', 'fat', 'carbs', 'protein'] as const
export type NutritionValues = { readonly [Part in (typeof NUTRITION_PARTS)[number]]: string }

export function withEachPart<Value>(make: (part: keyof NutritionValues) => Value) {
  const [calories, fat, carbs, protein] = [make('calories'), make('fat'), make('carbs'), make('protein')]
  return { calories, fat, carbs, protein }
}

/** Content value of each kind; empty string or null if not set. */
export interface ContentValues {
  readonly text: string
  readonly paragraphs: string
  readonly url: string
  readonly minutes: number | null
  readonly count: number | null
  readonly ingredients: readonly IngredientItem[]
  readonly steps: readonly StepItem[]
  readonly tags: readonly string[]
  readonly language: Language | null
  readonly nutrition: NutritionValues
}

export type RecipeContent = ByField<ContentValues>

export interface StoredValues {
  readonly text: string | null
  readonly paragraphs: string | null
  readonly url: string | null
  readonly minutes: number | null
  readonly count: number | null
  readonly ingredients: readonly Ingredient[]
  readonly steps: Steps
  readonly tags: readonly Tag[]
  readonly language: Language | null
  readonly nutrition: Nutrition
}

const READ: { readonly [Kind in FieldKind]: (stored: StoredValues[Kind]) => ContentValues[Kind] } = {
  text: orEmpty,
  paragraphs: orEmpty,
  url: orEmpty,
  minutes: asItIs,
  count: asItIs,
  ingredients: itemsOf,
  steps: stepItems,
  tags: (tags) => tags.map(({ name }) => name),
  language: asItIs,
  nutrition: (facts) => withEachPart((part) => orEmpty(facts[part])),
}

interface SentValues {
  readonly text: string | null
  readonly paragraphs: string | null
  readonly url: string | null
  readonly minutes: number | null
  readonly count: number | null
  readonly ingredients: readonly IngredientChange[]
  readonly steps: readonly string[]
  readonly tags: readonly string[]
  readonly language: Language | null
  readonly nutrition: NutritionChange | null
}

const SEND: { readonly [Kind in FieldKind]: (content: ContentValues[Kind]) => SentValues[Kind] } = {
  text: orNull,
  paragraphs: orNull,
  url: orNull,
  minutes: asItIs,
  count: asItIs,
  ingredients: asSent,
  steps: stepTexts,
  tags: asItIs,
  language: asItIs,
  nutrition: (values) =>
    Object.values(values).every((value) => value === '') ? null : withEachPart((part) => orNull(values[part])),
}

export function storedOf(recipe: Recipe): ByField<StoredValues> {
  return { ...recipe, nutrition: recipe.nutritionalInformation, instructions: recipe }
}

export function contentOf(recipe: Recipe): RecipeContent {
  return mapFields<StoredValues, ContentValues, 'stored'>({ stored: storedOf(recipe) }, (kind, { stored }) =>
    READ[kind](stored),
  )
}

/** Ingredient lines with headings between them, as shown. */
export function itemsOf(ingredients: readonly Ingredient[]): IngredientItem[] {
  const items: IngredientItem[] = []
  let heading = ''
  for (const { group, quantity, unit, name, note, text } of ingredients) {
    if ((group ?? '') !== heading) {
      heading = group ?? ''
      items.push({ kind: 'heading', text: heading })
    }
    const parts = { quantity, unit, name, note: note ?? '' }
    // A line that was not parsed is edited as a whole.
    const shown = joinedLine(parts) === '' ? { ...parts, name: text } : parts
    items.push({ kind: 'line', ...shown, text: text === '' ? joinedLine(shown) : text })
  }
  return items
}

/** Joins the parts of a line as the server does. */
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

/** Fields that differ, in form order. */
export function changedFields(base: RecipeContent, edited: RecipeContent): ContentField[] {
  return CONTENT_FIELDS.filter((field) => !isSame(base[field], edited[field]))
}

/** Update input that turns the base into the edited content: only changed fields. */
export function changesOf(base: RecipeContent, edited: RecipeContent): RecipeChanges {
  const all: Required<Omit<RecipeChanges, 'stepHeadings' | DialogField>> = mapFields<
    ContentValues,
    SentValues,
    'edited'
  >({ edited }, (kind, { edited: value }) => SEND[kind](value))
  const changed = changedFields(base, edited)
  return {
    ...Object.fromEntries(changed.map((field) => [field, all[field]])),
    ...(changed.includes('instructions') && { stepHeadings: stepHeadings(edited.instructions) }),
  }
}

export function fieldsOf<Content extends { readonly [Field in ContentField]: unknown }>(
  content: Content,
  fields: readonly ContentField[],
): Partial<Content> {
  // Each field has its own value, which the compiler cannot check.
  return Object.fromEntries(fields.map((field) => [field, content[field]])) as Partial<Content>
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function asItIs<Value>(value: Value): Value {
  return value
}

function orEmpty(text: string | null): string {
  return text ?? ''
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
