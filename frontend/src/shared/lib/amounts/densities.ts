import data from 'virtual:kitchen-data'
import { stemsOf } from './stems'

/* Densities of common foods that are both weighed and measured by volume: flour, sugar, butter and a few more.
   Figures from the food table in lambdas/recipe/foods (USDA National Nutrient Database, release 28); kitchen-data.ts
   selects the foods. */

const DENSITIES = new Map(
  data.densities.flatMap(([names, gramsPerMl]) => names.map((name) => [key(name), gramsPerMl] as const)),
)

/** Words for preparation that do not change the density. */
const PREPARED = new Set(
  [
    ...['melted', 'softened', 'cold', 'sifted', 'fine', 'good', 'organic', 'soft'],
    ...['derretida', 'fundida', 'blanda', 'fria', 'tamizada', 'ecologica'],
    ...['fondu', 'ramolli', 'mou', 'froid', 'tamisee', 'bio', 'tamise'],
  ].map(key),
)

/** Grams per millilitre; null if unknown. */
export function densityOf(food: string): number | null {
  const name = key(food)
  const known = DENSITIES.get(name)
  if (known !== undefined) return known
  const bare = name.split(' ').filter((word) => !PREPARED.has(word))
  return DENSITIES.get(bare.join(' ')) ?? null
}

/** Density of the food at the start of a text, after "of the" and the like. */
export function densityAtStart(text: string): number | null {
  const after = text.replace(/^\s*(?:(?:of|de|du|des)\s+)?(?:(?:the|la|le|les|el|los)\s+|l['’]\s*)?/iu, '')
  const words = /^d['’]/iu.test(after) ? after.slice(2) : after
  const [clause = ''] = words.split(/[,;:.()]/, 1)
  const taken = clause.trim().split(/\s+/).slice(0, 4)
  // The density of a mixture is unknown.
  if (taken.some((word) => /^(?:mix|mixture|mezcla|m[ée]lange)$/iu.test(word))) return null
  for (let count = taken.length; count > 0; count -= 1) {
    const density = densityOf(taken.slice(0, count).join(' '))
    if (density !== null) return density
  }
  return null
}

function key(text: string): string {
  return stemsOf(text).join(' ')
}
