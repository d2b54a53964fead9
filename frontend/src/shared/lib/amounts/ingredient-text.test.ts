import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOfLine } from './ingredient-text'

const line = (text: string, quantity: string, unit: string, name: string, note: string | null = null) => ({
  text,
  quantity,
  unit,
  name,
  note,
})

it.each([
  [line('200 g flour', '200', 'g', 'flour'), ['200 g', 'flour', '']],
  [line('250g flour, sifted', '250', 'g', 'flour', 'sifted'), ['250g', 'flour', ', sifted']],
  [
    line('1 ½ cups milk (at room temperature)', '1 ½', 'cups', 'milk', 'at room temperature'),
    ['1 ½ cups', 'milk', '(at room temperature)'],
  ],
  [line('2 eggs', '2', '', 'eggs'), ['2', 'eggs', '']],
  [line('320 g de arroz bomba', '320', 'g', 'arroz bomba'), ['320 g', 'de arroz bomba', '']],
  [
    line('1 large onion, finely chopped', '1', '', 'onion', 'large, finely chopped'),
    ['1', 'large onion', ', finely chopped'],
  ],
  [line('3 garlic cloves, grated', '3', 'cloves', 'garlic', 'grated'), ['3', 'garlic cloves', ', grated']],
  [line('black pepper', '', '', 'black pepper'), ['', 'black pepper', '']],
  [line('salt, to taste', '', '', 'salt', 'to taste'), ['', 'salt', ', to taste']],
  // An amount that is not at the start of the line stays in the middle part.
  [line('Flour 200 g', '200', 'g', 'Flour'), ['', 'Flour 200 g', '']],
  [line('1 (400 g) tin tomatoes', '1', 'tin', 'tomatoes', '400 g'), ['1', '(400 g) tin tomatoes', '']],
  // A number is not split.
  [line('1/2 onion', '1', '', 'onion'), ['', '1/2 onion', '']],
  [line('1 - 2 onions', '1', '', 'onions'), ['', '1 - 2 onions', '']],
  [line('1,5 kg onions', '1', '', 'onions'), ['', '1,5 kg onions', '']],
  // A word is not split, whatever the parts contain.
  [line('2 grapes', '2', 'g', 'rapes'), ['2', 'grapes', '']],
  [line('12 eggs', '1', '', 'eggs'), ['', '12 eggs', '']],
  [line('to taste', '', '', '', 'to taste'), ['', 'to taste', '']],
  [line('(optional)', '', '', '', 'optional'), ['', '(optional)', '']],
  // Written by a user, without its own text.
  [line('', '2', 'tbsp', 'oil', 'for frying'), ['2 tbsp', 'oil', ', for frying']],
])('%j is cut into %j', (ingredient, expected) => {
  const { amount, middle, note } = partsOfLine(ingredient)
  expect([amount, middle, note]).toEqual(expected)
})

it('the parts contain every character of the line', () => {
  const word = fc.constantFrom('1', '½', 'cup', 'flour', '(', ')', ',', ' ', 'é', '-', '2', 'g')
  const words = fc.array(word, { maxLength: 8 }).map((parts) => parts.join(''))
  const letters = (text: string) => text.replace(/\s/g, '')
  fc.assert(
    fc.property(fc.tuple(words, words, words, words, words), ([text, quantity, unit, name, note]) => {
      const parts = partsOfLine({ text, quantity, unit, name, note })
      const shown = letters(parts.amount + parts.middle + parts.note)
      if (text !== '') expect(shown).toBe(letters(text))
    }),
  )
})
