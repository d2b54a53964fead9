import type { Plugin } from 'vite'
import {
  AISLES,
  type Aisle,
  FOOD_KINDS,
  type FoodKind,
  type GroceryData,
} from '../../src/shared/lib/foods/food-data.ts'
import { type FoodRow, foodsOf, LANGUAGES, listsOf, readOfCrate, sectionOf } from './food-table.ts'

/*
 * Data of foods for the shopping list and the search: names, aisles, kinds, and words for size or preparation, which do
 * not change the food.
 */

export function groceryData(): Plugin {
  const id = '\0virtual:grocery-data'
  return {
    name: 'grocery-data',
    resolveId: (source) => (source === 'virtual:grocery-data' ? id : null),
    load: (asked) => (asked === id ? `export default ${JSON.stringify(readGroceryData())}` : null),
  }
}

export function readGroceryData(): GroceryData {
  const toml = readOfCrate('foods/aisles.toml')
  const files = Array.from(sectionOf(toml, 'files').matchAll(/^(\w+) = "(\w+)"$/gm), ([, file = '', aisle = '']) => ({
    aisle: aisleOf(aisle),
    rows: foodsOf(file),
  }))
  const rows = files.flatMap((file) => file.rows.map((row) => ({ row, first: row.names('en')[0] ?? '', ...file })))
  const known = new Set(rows.map(({ first }) => first))
  const lists = (section: string) => listsOf(sectionOf(toml, section))
  const elsewhere = new Map(
    lists('elsewhere').flatMap(([aisle, foods]) => foods.map((food) => [mustBeIn(known, food), aisleOf(aisle)])),
  )
  const home = lists('home').flatMap(([, foods]) => foods.map((food) => mustBeIn(known, food)))
  return {
    foods: rows.map(({ row, first, aisle }) => ({
      aisle: elsewhere.get(first) ?? aisle,
      ...(home.includes(first) ? { home: true } : {}),
      ...kindsOf(row, first),
      names: LANGUAGES.map((language) => row.names(language)),
    })),
    moving: lists('words').map(([aisle, words]) => [aisleOf(aisle), words]),
    beside: LANGUAGES.flatMap((language) =>
      listsOf(readOfCrate(`lexicons/${language}.toml`)).flatMap(([name, words]) =>
        ['sizes', 'prepared', 'manners'].includes(name) ? words : [],
      ),
    ),
  }
}

/** Seeds and coconuts: the table marks them as nuts, which they are not. */
const NOT_A_NUT = /coconut|seed|tahini|flax/

function kindsOf(row: FoodRow, first: string): { kinds?: FoodKind[] } {
  const words = row.cell('kinds').split(' ')
  const kinds = FOOD_KINDS.filter((kind) => words.includes(kind) && !(kind === 'nut' && NOT_A_NUT.test(first)))
  return kinds.length > 0 ? { kinds } : {}
}

function aisleOf(name: string): Aisle {
  const aisle = AISLES.find((known) => known === name)
  if (aisle === undefined) throw new Error(`aisles.toml names an aisle that there is not: ${name}`)
  return aisle
}

function mustBeIn(known: ReadonlySet<string>, food: string): string {
  if (!known.has(food)) throw new Error(`aisles.toml names a food that the table has not: ${food}`)
  return food
}
