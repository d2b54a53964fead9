import data from 'virtual:kitchen-data'
import { stemsOf } from './stems'

/*
 * What a millilitre of a food weighs, only where cooks everywhere weigh and measure the same thing: flour, sugar,
 * butter and a few more, by their usual names. The figures are those of the food table in lambdas/recipe/foods, which
 * takes them from the USDA National Nutrient Database, release 28; kitchen-data.ts says which foods.
 */

const DENSITIES = new Map(
  data.densities.flatMap(([names, gramsPerMl]) => names.map((name) => [key(name), gramsPerMl] as const)),
)

/** What was done to it before it is measured, and changes nothing of what a cup of it weighs. */
const PREPARED = new Set(
  [
    ...['melted', 'softened', 'cold', 'sifted', 'fine', 'good', 'organic', 'soft'],
    ...['derretida', 'fundida', 'blanda', 'fria', 'tamizada', 'ecologica'],
    ...['fondu', 'ramolli', 'mou', 'froid', 'tamisee', 'bio', 'tamise'],
  ].map(key),
)

/** A food's grams per millilitre; null when that is not sure. */
export function densityOf(food: string): number | null {
  const name = key(food)
  const known = DENSITIES.get(name)
  if (known !== undefined) return known
  const bare = name.split(' ').filter((word) => !PREPARED.has(word))
  return DENSITIES.get(bare.join(' ')) ?? null
}

/** The density of the food that a text begins with, after "of the" and the like. */
export function densityAtStart(text: string): number | null {
  const after = text.replace(/^\s*(?:(?:of|de|du|des)\s+)?(?:(?:the|la|le|les|el|los)\s+|l['’]\s*)?/iu, '')
  const words = /^d['’]/iu.test(after) ? after.slice(2) : after
  const [clause = ''] = words.split(/[,;:.()]/, 1)
  const taken = clause.trim().split(/\s+/).slice(0, 4)
  // A mixture weighs what nobody knows.
  if (taken.some((word) => /^(?:mix|mixture|mezcla|m[ée]lange)$/iu.test(word))) return null
  for (let count = taken.length; count > 0; count -= 1) {
    const density = densityOf(taken.slice(0, count).join(' '))
    if (density !== null) return density
  }
  return null
}

/** A name as names are compared. */
function key(text: string): string {
  return stemsOf(text).join(' ')
}
