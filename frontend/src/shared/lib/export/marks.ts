import type { Marks } from '../recipe/marks'

/** What an owner has put on a recipe, without what says nothing; null where nothing is left. */
export function marksOf({ favourite, rating, collections, madeOn }: Marks): Partial<Marks> | null {
  const marks: Partial<Marks> = {
    ...(favourite && { favourite }),
    ...(rating !== null && { rating }),
    ...(collections.length > 0 && { collections }),
    ...(madeOn.length > 0 && { madeOn }),
  }
  return Object.keys(marks).length === 0 ? null : marks
}
