import { expect, it } from 'vitest'
import {
  EMPTY_MEAL,
  MAX_IN_MEAL,
  MEAL,
  type MealEntry,
  withFactorOf,
  withoutRecipe,
  withRecipes,
  withTitles,
} from './meal'

const entry = (digit: number): MealEntry => ({ id: String(digit).repeat(32).slice(0, 32), title: null, factor: '1' })

it('adds each recipe once, up to the limit', () => {
  const meal = withRecipes(EMPTY_MEAL, [entry(1), entry(2)])
  expect(withRecipes(meal, [entry(2), entry(3)]).entries).toEqual([entry(1), entry(2), entry(3)])
  const many = Array.from({ length: 12 }, (_, index) => ({ ...entry(0), id: index.toString(16).padStart(32, '0') }))
  expect(withRecipes(EMPTY_MEAL, many).entries).toHaveLength(MAX_IN_MEAL)
})

it('scales and removes one recipe', () => {
  const meal = withFactorOf(withRecipes(EMPTY_MEAL, [entry(1), entry(2)]), entry(2).id, '3/2')
  expect(meal.entries.map(({ factor }) => factor)).toEqual(['1', '3/2'])
  expect(withoutRecipe(meal, entry(1).id).entries).toHaveLength(1)
})

it('takes over new titles only', () => {
  const meal = withRecipes(EMPTY_MEAL, [entry(1)])
  expect(withTitles(meal, new Map())).toBe(meal)
  expect(withTitles(meal, new Map([[entry(1).id, 'Soup']])).entries[0]?.title).toBe('Soup')
})

it('drops what is not valid in a stored meal', () => {
  const entries = [entry(1), { ...entry(2), factor: '0' }, { ...entry(3), id: '../x' }, { ...entry(4), factor: '1/0' }]
  expect(MEAL({ entries, ready: '19:30' })?.entries).toEqual([entry(1)])
  expect(MEAL({ entries: [], ready: '25:00' })).toBeUndefined()
})
