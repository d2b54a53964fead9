/** Tests whether a search leaves out an ingredient. */
import { stemsOf } from '../../../../shared/lib/amounts/stems'
import { foodOf, type NamedFood } from '../../../../shared/lib/foods/food'
import type { FoodKind } from '../../../../shared/lib/foods/food-data'
import { memoizePerCard } from '../../../../shared/lib/recipe/memoize-per-card'
import type { Language } from '../../../../shared/lib/recipe/recipe'

/** Words for all foods of a kind. */
const KINDS: Readonly<Record<FoodKind, readonly string[]>> = {
  nut: ['nut', 'tree nut', 'nuez', 'frutos secos', 'noix', 'fruits à coque', 'fruits secs'],
  dairy: ['dairy', 'dairy product', 'lactose', 'lácteo', 'producto lácteo', 'lactosa', 'laitage', 'produit laitier'],
  gluten: ['gluten', 'wheat', 'trigo', 'blé'],
  egg: ['egg', 'huevo', 'œuf'],
  fish: ['fish', 'seafood', 'pescado', 'marisco', 'poisson', 'fruits de mer'],
  meat: ['meat', 'carne', 'viande'],
  alcohol: ['alcohol', 'alcool'],
}

/** Stems of a food, each between spaces. */
const spaced = (name: string) => ` ${stemsOf(name).join(' ')} `

const KIND_OF = new Map(
  (Object.entries(KINDS) as [FoodKind, readonly string[]][]).flatMap(([kind, names]) =>
    names.map((name) => [spaced(name), kind] as const),
  ),
)

export interface KnownIngredient extends NamedFood {
  readonly stems: string
}

const known = new Map<Language | null, Map<string, KnownIngredient>>()

/** Food and kinds of an ingredient, cached, because recipes share ingredients. */
function ingredientOf(name: string, language: Language | null): KnownIngredient {
  const before = known.get(language)?.get(name)
  if (before !== undefined) return before
  const ingredient = { ...foodOf(name, language), stems: spaced(name) }
  const names = known.get(language) ?? new Map<string, KnownIngredient>()
  known.set(language, names.set(name, ingredient))
  return ingredient
}

export const ingredientsOf = memoizePerCard((card): readonly KnownIngredient[] =>
  card.ingredientNames.map((name) => ingredientOf(name, card.language)),
)

export type Test = (ingredient: KnownIngredient) => boolean

/** The test, with its result cached per ingredient. */
export function once(test: Test): Test {
  const results = new Map<KnownIngredient, boolean>()
  return (ingredient) => {
    const before = results.get(ingredient)
    if (before !== undefined) return before
    const result = test(ingredient)
    results.set(ingredient, result)
    return result
  }
}

/** Returns a test for ingredients of this food, or of its kind. */
export function leavesOut(food: string): Test {
  const stems = spaced(food)
  const kind = KIND_OF.get(stems)
  const { row } = foodOf(food, null)
  if (kind !== undefined) return (it) => it.kinds.includes(kind) || (it.row === null && it.stems.includes(stems))
  return (it) => it.stems.includes(stems) || (row !== null && it.row === row)
}
