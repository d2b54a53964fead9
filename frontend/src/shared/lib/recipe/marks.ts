/** What an owner puts on a recipe for themselves: whether it is a favourite, how good it is, where it belongs, when it was made. */
import { boolean, fittingOf, nullable, number, type Schema, text } from '../browser/schema'
import type { Recipe } from './recipe'

/** The contract's names of the marks. */
export type MarkField = 'favourite' | 'rating' | 'collections' | 'madeOn'

export type Marks = Pick<Recipe, MarkField>

/** What is absent stays as it is. */
export type MarkChanges = Partial<Marks>

const FIELDS: { readonly [Field in MarkField]: Schema<Marks[Field]> } = {
  favourite: boolean,
  rating: nullable(number),
  collections: fittingOf(text),
  madeOn: fittingOf(text),
}

/** Changes as this browser keeps them; what does not fit is left out. */
export const MARK_CHANGES: Schema<MarkChanges> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined
  const read = Object.entries(FIELDS).map(([field, schema]) => [
    field,
    schema((value as Record<string, unknown>)[field]),
  ])
  return Object.fromEntries(read.filter(([, mark]) => mark !== undefined))
}
