/** Marks that owners set on their recipes: favourite, rating, collections, cooking dates. */
import { boolean, fittingOf, nullable, number, type Schema, text } from '../browser/schema'
import type { Recipe } from './recipe'

export type MarkField = 'favourite' | 'rating' | 'collections' | 'madeOn'

export type Marks = Pick<Recipe, MarkField>

/** Absent marks are unchanged. */
export type MarkChanges = Partial<Marks>

const FIELDS: { readonly [Field in MarkField]: Schema<Marks[Field]> } = {
  favourite: boolean,
  rating: nullable(number),
  collections: fittingOf(text),
  madeOn: fittingOf(text),
}

/** Schema of stored changes; invalid marks are dropped. */
export const MARK_CHANGES: Schema<MarkChanges> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined
  const read = Object.entries(FIELDS).map(([field, schema]) => [
    field,
    schema((value as Record<string, unknown>)[field]),
  ])
  return Object.fromEntries(read.filter(([, mark]) => mark !== undefined))
}
