import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import { fold, match, prepare, readQuery, search } from './search'

describe('folding', () => {
  it.each([
    ['Crème brûlée', 'creme brulee'],
    ['PIÑA', 'pina'],
    ['Œufs à l’ail', 'oeufs a l ail'],
    ['Grüße, Øl & Æbler', 'grusse ol aebler'],
    ['İmam bayıldı', 'imam bayildi'],
    ['half-and-half 2%', 'half and half 2'],
    ['ﬁlet ½', 'filet 1 2'],
    ['שַׁקְשׁוּקָה', 'שקשוקה'],
    ['  \u0000\t ', ''],
    ['😋', ''],
  ])('%j reads as %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
})

const tart = aCard({
  title: 'Tarte aux pommes',
  tags: [{ name: 'Dessert' }, { name: 'Été' }],
  ingredientNames: ['pommes', 'beurre salé', 'crème fraîche'],
  author: 'Léa Martin',
})

describe('a recipe is found', () => {
  it.each([
    ['tarte', 'title'],
    ['TAR', 'title'],
    ['pom tart', 'title'],
    ['creme', 'elsewhere'],
    ['frai beu', 'elsewhere'],
    ['tarte dess', 'elsewhere'],
    ['ete', 'elsewhere'],
    ['lea mar', 'elsewhere'],
    ['arte', null],
    ['tarte citron', null],
    ['pommesbeurre', null],
  ] as const)('by %j: %s', (text, where) => {
    expect(match(tart, readQuery(text))).toBe(where)
  })

  it('by prefixes of its words, in any order', () => {
    const words = fold(`${tart.title} Dessert Été pommes beurre salé crème fraîche`).split(' ')
    const asked = fc
      .shuffledSubarray(words, { minLength: 1 })
      .chain((some) =>
        fc.tuple(...some.map((word) => fc.integer({ min: 1, max: word.length }).map((end) => word.slice(0, end)))),
      )
    fc.assert(
      fc.property(asked, (cut) => {
        expect(match(tart, readQuery(cut.join(' ')))).not.toBeNull()
      }),
    )
  })

  it('less often by a longer query', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' '), maxLength: 12 })
    const cards = fc.array(text.map((title) => aCard({ title })))
    fc.assert(
      fc.property(cards, text, text, (all, one, more) => {
        const found = new Set(search(all, (card) => card, readQuery(one)))
        // An additional whole word narrows the result.
        expect(search(all, (card) => card, readQuery(`${one} ${more}`)).every((card) => found.has(card))).toBe(true)
      }),
    )
  })
})

it('an empty query returns the same list', () => {
  const cards = [aCard({ id: 'b' }), aCard({ id: 'a' })]
  expect(search(cards, (card) => card, readQuery(' ,! '))).toEqual(cards)
})

it('title matches come first, and each part keeps its order', () => {
  const cards = [
    aCard({ id: '1', title: 'Pancakes', ingredientNames: ['lemon'] }),
    aCard({ id: '2', title: 'Lemon tart' }),
    aCard({ id: '3', title: 'Fish', tags: [{ name: 'lemony' }] }),
    aCard({ id: '4', title: 'Lemon loaf' }),
  ]
  expect(search(cards, (card) => card, readQuery('lemon')).map(({ id }) => id)).toEqual(['2', '4', '1', '3'])
})

it('a changed card is found by its new words', () => {
  expect(match(tart, readQuery('tarte'))).toBe('title')
  const renamed: RecipeCard = { ...tart, title: 'Apple pie' }
  expect(match(renamed, readQuery('tarte'))).toBeNull()
  expect(match(renamed, readQuery('pie'))).toBe('title')
})

it('a pasted page is truncated to a query', () => {
  expect(readQuery('word '.repeat(10_000))).toEqual(['word'])
  expect(readQuery(Array.from({ length: 500 }, (_, index) => index).join(' ')).length).toBeLessThanOrEqual(12)
})

it('preparation resumes where its time slice ended', () => {
  const cards = Array.from({ length: 50 }, (_, index) => aCard({ id: String(index) }))
  let left = 2
  const next = prepare(cards, 0, () => left--)
  expect(next).toBe(20)
  expect(prepare(cards, next, () => 50)).toBe(50)
})
