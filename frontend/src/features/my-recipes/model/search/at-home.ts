/** Foods that the user has at home, in the user's words; stored on the device and cleared on sign-out. */
import { stemsOf } from '../../../../shared/lib/amounts/stems'
import { fittingOf, textUpTo } from '../../../../shared/lib/browser/schema'
import { json, StoredValue } from '../../../../shared/lib/browser/stored-value'
import { foodOf } from '../../../../shared/lib/foods/food'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { ingredientsOf, once, type Test } from './left-out'

const MAX_FOODS = 200
const LONGEST_NAME = 60

export const foodsAtHome = new StoredValue<readonly string[]>('zest.home', json(fittingOf(textUpTo(LONGEST_NAME))), [])

/** The list with the foods of a text, separated by commas or lines. Known foods keep their place. */
export function withFoods(foods: readonly string[], text: string): readonly string[] {
  const keyOf = (name: string) => stemsOf(name).join(' ')
  const all = new Map(foods.map((name) => [keyOf(name), name]))
  for (const part of text.split(/[,;\n]/)) {
    const name = part.trim().slice(0, LONGEST_NAME)
    const key = keyOf(name)
    if (key !== '' && !all.has(key)) all.set(key, name)
  }
  return [...all.values()].slice(0, MAX_FOODS)
}

/** Returns a test whether an ingredient is at home: a food of the list, or a staple such as salt. */
export function homeTest(foods: readonly string[]): Test {
  const rows = new Set<number>()
  const unknown: string[] = []
  for (const name of foods) {
    const { row } = foodOf(name, null)
    if (row === null) unknown.push(` ${stemsOf(name).join(' ')} `)
    else rows.add(row)
  }
  return once(
    ({ home, row, stems }) => home || (row === null ? unknown.some((food) => stems.includes(food)) : rows.has(row)),
  )
}

export interface HomeCount {
  readonly have: number
  readonly all: number
}

/** Number of a recipe's ingredients that are at home. */
export function countAtHome(card: RecipeCard, isAtHome: Test): HomeCount {
  const ingredients = ingredientsOf(card)
  let have = 0
  for (const ingredient of ingredients) if (isAtHome(ingredient)) have += 1
  return { have, all: ingredients.length }
}
