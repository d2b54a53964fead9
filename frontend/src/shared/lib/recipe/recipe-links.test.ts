import { expect, it } from 'vitest'
import { aLine, aRecipe } from '../test-support'
import { linkedIds, linksAfter, linksOf, withLink } from './recipe-links'

const [salt, dough, pesto] = [aLine('salt'), aLine('dough'), aLine('pesto')]
const pizza = { ingredients: [salt, dough, pesto], recipeLinks: [{ line: 1, recipe: 'a' }] }

it('a recipe stored before there were links has none', () => {
  expect(linksOf({})).toEqual([])
})

it('a line has at most one link', () => {
  expect(withLink(pizza, 1, 'b')).toEqual([{ line: 1, recipe: 'b' }])
  expect(withLink(pizza, 0, 'b').map(({ line: of }) => of)).toEqual([0, 1])
  expect(withLink(pizza, 1, null)).toEqual([])
})

it('links follow their lines, and end with them', () => {
  expect(linksAfter(pizza, { ingredients: [dough, salt] })).toEqual([{ line: 0, recipe: 'a' }])
  expect(linksAfter(pizza, { ingredients: [salt, aLine('bought dough')] })).toEqual([])
})

it('links of someone else’s recipe, and to unknown ones, are ignored', () => {
  const own = aRecipe(pizza)
  expect(linkedIds([own, { ...own, mine: false }], new Set(['a']))).toEqual(['a'])
  expect(linkedIds([{ ...own, mine: false }], new Set(['a']))).toEqual([])
  expect(linkedIds([own], new Set())).toEqual([])
})
