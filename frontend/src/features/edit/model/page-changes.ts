/**
 * What a recipe's page says that the recipe does not: the page as it is now and as it was read before are merged with the
 * recipe, so that what the cook has changed is kept wherever the page has not changed the same.
 */

import type { PageReadingFragment, ReadAgainMutation } from '../../../contract/operations'
import { canonical } from '../../../shared/lib/editing/draft'
import {
  type ContentValues,
  fieldsOf,
  type IngredientItem,
  isSame,
  itemsOf,
  type RecipeContent,
} from '../../../shared/lib/recipe/recipe-content'
import { mergeContent } from './merge-content'

/** What a page says now, and what it said when the recipe was made of it. */
export type PageAgain = NonNullable<ReadAgainMutation['readAgain']>

/** What is read of a page, in the order of the form. */
export const PAGE_FIELDS = [
  'title',
  'description',
  'ingredients',
  'instructions',
  'prep_time',
  'cook_time',
  'total_time',
  'servings',
  'yield',
  'author',
] as const
export type PageField = (typeof PAGE_FIELDS)[number]

/** A recipe without these is none: a page that has lost them was changed or is read badly, and takes nothing away. */
const NEVER_EMPTIED: readonly PageField[] = ['title', 'ingredients', 'instructions']

/** A field of which the page says something else than the recipe. */
export interface PageChange {
  readonly field: PageField
  readonly mine: RecipeContent
  /** With what is new on the page, and with what the cook has changed where the page has not. */
  readonly theirs: RecipeContent
  /** What was read before; null where that is not kept, so that the cook's changes cannot be told from the page's. */
  readonly before: RecipeContent | null
}

export interface PageNews {
  /** What the recipe could take over. */
  readonly changes: readonly PageChange[]
  /** What the page no longer says; it stays in the recipe. */
  readonly missing: readonly PageField[]
  /** Whether the page itself says anything else than before. */
  readonly hasChanged: boolean
}

/** @param mine the recipe as it is now, in the form that a draft reads as. */
export function pageNews({ now, before: earlier, lost }: PageAgain, mine: RecipeContent): PageNews {
  const isLost = (field: PageField) => lost.includes(field)
  const read = withReading(mine, earlier)
  // What is not known says what the recipe says, so that whatever else stands on the page is news.
  const before = canonical({ ...read, ...fieldsOf(mine, PAGE_FIELDS.filter(isLost)) })
  const told = withReading(mine, now)
  const isEmpty = (field: PageField, content: RecipeContent) => content[field] === '' || isSame(content[field], [])
  const missing = NEVER_EMPTIED.filter((field) => isEmpty(field, told) && !isEmpty(field, mine))
  const ingredients = inKnownParts(told.ingredients, [before.ingredients, mine.ingredients])
  const after = canonical({ ...told, ingredients, ...fieldsOf(before, missing) })
  const { withTheirs: theirs } = mergeContent(before, mine, after)
  const changed = PAGE_FIELDS.filter((field) => !isSame(theirs[field], mine[field]))
  return {
    changes: changed.map((field) => ({ field, mine, theirs, before: isLost(field) ? null : before })),
    missing,
    hasChanged: PAGE_FIELDS.some((field) => !isLost(field) && !isSame(before[field], after[field])),
  }
}

/** Whether the cook has changed a field since it was read; null where that cannot be known. */
export function isOwnChange({ field, mine, before }: PageChange): boolean | null {
  return before === null ? null : !isSame(mine[field], before[field])
}

function withReading(content: RecipeContent, reading: PageReadingFragment): RecipeContent {
  return {
    ...content,
    title: reading.title ?? '',
    author: reading.author ?? '',
    description: reading.description ?? '',
    ingredients: itemsOf(reading.ingredients),
    instructions: reading.instructions,
    prep_time: reading.prep_time,
    cook_time: reading.cook_time,
    total_time: reading.total_time,
    servings: reading.servings,
    yield: reading.yield ?? '',
  }
}

/** A line that says what a known one says is that line: our reader may tell its parts otherwise by now, the page has not changed. */
function inKnownParts(
  items: readonly IngredientItem[],
  known: readonly ContentValues['ingredients'][],
): readonly IngredientItem[] {
  const byText = new Map<string, IngredientItem>()
  for (const item of known.flat()) {
    if (item.kind === 'line' && !byText.has(item.text)) byText.set(item.text, item)
  }
  return items.map((item) => (item.kind === 'line' ? (byText.get(item.text) ?? item) : item))
}
