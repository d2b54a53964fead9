import type { Marks } from '../recipe/marks'

/** The marks that are set; null if there are none. */
export function marksOf({ favourite, rating, collections, madeOn }: Marks): Partial<Marks> | null {
  const marks: Partial<Marks> = {
    ...(favourite && { favourite }),
    ...(rating !== null && { rating }),
    ...(collections.length > 0 && { collections }),
    ...(madeOn.length > 0 && { madeOn }),
  }
  return Object.keys(marks).length === 0 ? null : marks
}
