import { expect, it } from 'vitest'
import { type CountedLine, isLowerBound, missingLines, withExactNutrition } from './nutrition'
import type { Nutrition } from './recipe'

const line = (index: number, leftOut: CountedLine['leftOut']): CountedLine => ({
  line: index,
  food: null,
  grams: leftOut === null ? 100 : null,
  leftOut,
  corrected: false,
})

function facts(lines: readonly CountedLine[], source: Nutrition['source'] = 'COMPUTED'): Nutrition {
  return { status: 'SUCCESS', source, calories: '320 kcal', fat: '4 g', carbs: null, protein: null, lines: [...lines] }
}

it('lines with energy are missing, negligible ones are not', () => {
  const all = facts([line(0, null), line(1, 'NEGLIGIBLE'), line(2, 'NO_AMOUNT'), line(3, 'UNKNOWN_FOOD')])
  expect(missingLines(all).map(({ line: index }) => index)).toEqual([2, 3])
  expect(isLowerBound(all)).toBe(true)
  expect(isLowerBound(facts([line(0, null), line(1, 'NEGLIGIBLE')]))).toBe(false)
})

it('values of the page are no lower bounds', () => {
  expect(isLowerBound(facts([line(0, 'NO_AMOUNT')], 'PAGE'))).toBe(false)
})

it('a recipe stored before lines were listed misses none', () => {
  const { lines: _, ...old } = facts([])
  expect(isLowerBound(old)).toBe(false)
})

it('files have no lower bounds', () => {
  const recipe = { nutritionalInformation: facts([line(0, 'NO_WEIGHT')]) }
  expect(withExactNutrition(recipe).nutritionalInformation).toMatchObject({ calories: null, fat: null })
  const exact = { nutritionalInformation: facts([line(0, null)]) }
  expect(withExactNutrition(exact)).toBe(exact)
})
