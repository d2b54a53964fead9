import Fraction from 'fraction.js'
import { describe, expect, it } from 'vitest'
import { linkedFactor, scaledSearch } from './linked-factor'

const line = (text: string) => ({ quantity: '', unit: '', name: '', note: null, text })
const times = (text: string, factor = '1', servings: number | null = 4) =>
  linkedFactor(line(text), new Fraction(factor), { servings }, null)?.toFraction() ?? null

describe('a line needs its linked recipe', () => {
  it.each([
    ['1 portion of pizza dough', '1/4'],
    ['2 portions pizza dough', '1/2'],
    ['1½ servings pizza dough', '3/8'],
    ['2 raciones de masa', '1/2'],
    ['2 portions de pâte', '1/2'],
    ['2 batches pizza dough', '2'],
    ['½ recipe pizza dough', '1/2'],
    ['pizza dough', '1'],
  ])('%s: %s times', (text, expected) => {
    expect(times(text)).toBe(expected)
  })

  it('scaled with its recipe', () => {
    expect(times('2 portions pizza dough', '3')).toBe('3/2')
    expect(times('pizza dough', '1/2')).toBe('1/2')
  })

  it.each([
    '200 g pesto',
    '2 tortillas',
    '1 pizza dough',
    '1-2 portions pizza dough',
    '1 portion pizza dough plus 2 tbsp flour',
    'a dozen portions',
    'pesto no. 5',
  ])('%s: not certain', (text) => {
    expect(times(text)).toBeNull()
  })

  it('portions of a recipe without servings: not certain', () => {
    expect(times('1 portion of pizza dough', '1', null)).toBeNull()
  })
})

it('an address opens the recipe scaled', () => {
  expect(scaledSearch(new Fraction(1, 2), { servings: 4 })).toBe('servings=2')
  expect(scaledSearch(new Fraction(3, 2), { servings: null })).toBe('x=1.5')
  expect(scaledSearch(new Fraction(1), { servings: 4 })).toBe('')
})
