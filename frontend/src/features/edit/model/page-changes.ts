/**
 * Compares a recipe with its page: a three-way merge of the page now, the page as read before, and the recipe. User
 * edits are kept unless the page changed the same content.
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
import { stepItems } from '../../../shared/lib/recipe/step-headings'
import { mergeContent } from './merge-content'

/** Content of the page now and at import. */
export type PageAgain = NonNullable<ReadAgainMutation['readAgain']>

/** Fields read from a page, in form order. */
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

/** Required fields: a page without them was read badly, so they are never cleared. */
const NEVER_EMPTIED: readonly PageField[] = ['title', 'ingredients', 'instructions']

/** A field in which page and recipe differ. */
export interface PageChange {
  readonly field: PageField
  readonly mine: RecipeContent
  /** The page's changes merged with the user's edits. */
  readonly theirs: RecipeContent
  /** Content at import; null if lost, so that user edits cannot be distinguished from page changes. */
  readonly before: RecipeContent | null
}

export interface PageNews {
  /** Changes the recipe could take over. */
  readonly changes: readonly PageChange[]
  /** Required fields that the page no longer has; the recipe keeps them. */
  readonly missing: readonly PageField[]
  /** Whether the page differs from the earlier reading. */
  readonly hasChanged: boolean
}

/** @param mine the current recipe, in the canonical form of a draft */
export function pageNews({ now, before: earlier, lost }: PageAgain, mine: RecipeContent): PageNews {
  const isLost = (field: PageField) => lost.includes(field)
  const read = withReading(mine, earlier)
  // Lost fields are assumed equal to the recipe, so that any difference counts as new.
  const before = canonical({ ...read, ...fieldsOf(mine, PAGE_FIELDS.filter(isLost)) })
  const withPage = withReading(mine, now)
  const isEmpty = (field: PageField, content: RecipeContent) => content[field] === '' || isSame(content[field], [])
  const missing = NEVER_EMPTIED.filter((field) => isEmpty(field, withPage) && !isEmpty(field, mine))
  const ingredients = inKnownParts(withPage.ingredients, [before.ingredients, mine.ingredients])
  const after = canonical({ ...withPage, ingredients, ...fieldsOf(before, missing) })
  const { withTheirs: theirs } = mergeContent(before, mine, after)
  const changed = PAGE_FIELDS.filter((field) => !isSame(theirs[field], mine[field]))
  return {
    changes: changed.map((field) => ({ field, mine, theirs, before: isLost(field) ? null : before })),
    missing,
    hasChanged: PAGE_FIELDS.some((field) => !isLost(field) && !isSame(before[field], after[field])),
  }
}

/** Whether the user edited the field since import; null if unknown. */
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
    instructions: stepItems(reading),
    prep_time: reading.prep_time,
    cook_time: reading.cook_time,
    total_time: reading.total_time,
    servings: reading.servings,
    yield: reading.yield ?? '',
  }
}

/** Keeps the known parts of lines with unchanged text: only the parser has changed, not the page. */
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
