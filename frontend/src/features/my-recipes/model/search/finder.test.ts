import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { fold } from '../../../../shared/lib/list/fold'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { aCard } from '../../../../shared/lib/test-support'
import { foodsAtHome, withFoods } from './at-home'
import { find, prepare } from './finder'
import { startsWithOneTypo } from './one-typo'

const idsFound = (cards: readonly RecipeCard[], text: string) => find(cards, (card) => card, text).map(({ id }) => id)

const tart = aCard({
  title: 'Tarte aux pommes',
  tags: [{ name: 'Dessert' }, { name: 'Été' }],
  ingredientNames: ['pommes', 'beurre salé', 'crème fraîche'],
  author: 'Léa Martin',
})
const isFound = (text: string) => find([tart], (card) => card, text).length === 1

describe('a recipe is found', () => {
  it.each(['tarte', 'TAR', 'pom tart', 'creme', 'frai beu', 'tarte dess', 'ete', 'lea mar'])('by %j', (text) => {
    expect(isFound(text)).toBe(true)
  })

  it.each(['art', 'tarte citron', 'pommesbeurre'])('not by %j', (text) => {
    expect(isFound(text)).toBe(false)
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
        expect(isFound(cut.join(' '))).toBe(true)
      }),
    )
  })

  it('by its new words after a change', () => {
    expect(isFound('tarte')).toBe(true)
    const renamed: RecipeCard = { ...tart, title: 'Apple pie' }
    expect(find([renamed], (card) => card, 'tarte')).toEqual([])
    expect(find([renamed], (card) => card, 'pie')).toEqual([renamed])
  })
})

it('an empty query returns the same list', () => {
  const cards = [aCard({ id: 'b' }), aCard({ id: 'a' })]
  expect(find(cards, (card) => card, ' ,! ')).toEqual(cards)
})

it('title matches come first, and each part keeps its order', () => {
  const cards = [
    aCard({ id: '1', title: 'Pancakes', ingredientNames: ['lemon'] }),
    aCard({ id: '2', title: 'Lemon tart' }),
    aCard({ id: '3', title: 'Fish', tags: [{ name: 'lemony' }] }),
    aCard({ id: '4', title: 'Lemon loaf' }),
  ]
  expect(idsFound(cards, 'lemon')).toEqual(['2', '4', '1', '3'])
})

it('finds the same while somebody types and deletes as in one step', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
  const titles = fc.array(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    { maxLength: 8 },
  )
  const text = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(titles, fc.array(text, { minLength: 1, maxLength: 3 }), (all, typed) => {
      const cards = all.map((title, index) => aCard({ id: String(index), title, ingredientNames: [], tags: [] }))
      for (const words of typed) {
        const lengths = [...Array(words.length + 1).keys()]
        for (const length of [...lengths, ...lengths.toReversed()]) {
          const start = words.slice(0, length)
          expect(idsFound(cards, start)).toEqual(idsFound([...cards], start))
        }
      }
    }),
  )
})

describe('one typo', () => {
  it.each([
    ['chicken', 'chiken', true],
    ['chicken', 'chickne', true],
    ['chicken', 'chixken', true],
    ['chicken', 'chickken', true],
    ['chicken', 'hicken', true],
    ['chickens', 'chikcen', true],
    ['chicken', 'chkn', false],
    ['chicken', 'kitchen', false],
  ])('%j for %j: %s', (candidate, word, expected) => {
    expect(startsWithOneTypo(candidate, word)).toBe(expected)
  })

  it('is forgiven in a word that no recipe has', () => {
    const cards = [aCard({ id: '1', title: 'Chicken soup' }), aCard({ id: '2', title: 'Leek soup' })]
    expect(idsFound(cards, 'chiken soup')).toEqual(['1'])
    expect(idsFound(cards, 'sup')).toEqual([])
  })

  it('is forgiven although the start of the word matched nothing', () => {
    const cards = [aCard({ id: '1', title: 'Chicken soup' })]
    for (const start of ['x', 'xh', 'xhi']) expect(idsFound(cards, start)).toEqual([])
    expect(idsFound(cards, 'xhic')).toEqual(['1'])
  })

  it('does not add similar words to a word that recipes have', () => {
    const cards = [aCard({ id: '1', title: 'Lime pie' }), aCard({ id: '2', title: 'Lima beans' })]
    expect(idsFound(cards, 'lime')).toEqual(['1'])
  })

  it('of any kind is forgiven', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 4, maxLength: 10 })
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom('x', 'y'), (word, place, letter) => {
        const at = place % word.length
        expect(startsWithOneTypo(word, word.slice(0, at) + letter + word.slice(at))).toBe(true)
        expect(startsWithOneTypo(word, word.slice(0, at) + word.slice(at + 1))).toBe(true)
        expect(startsWithOneTypo(word, word.slice(0, at) + letter + word.slice(at + 1))).toBe(true)
      }),
    )
  })
})

const KITCHEN = [
  aCard({ id: 'brownie', title: 'Brownies', ingredientNames: ['walnut halves', 'eggs'], total_time: 50, rating: 4 }),
  aCard({ id: 'curry', title: 'Curry', ingredientNames: ['coconut milk', 'nutmeg', 'chicken'], total_time: 30 }),
  aCard({ id: 'loaf', title: 'Loaf', ingredientNames: ['plain flour', 'Nutty McNut mix'], lastMadeOn: '2026-01-02' }),
  aCard({ id: 'pan', title: 'Pan sin amasar', language: 'es', ingredientNames: ['harina', 'agua'], rating: 2 }),
  aCard({ id: 'torta', title: 'Torta', language: 'es', ingredientNames: ['nueces', 'nuez moscada'], total_time: 20 }),
]

describe('the kitchen', () => {
  it.each([
    ['without nuts', ['curry', 'loaf', 'pan']],
    ['sin nueces', ['curry', 'loaf', 'pan']],
    ['sans noix', ['curry', 'loaf', 'pan']],
    ['without egg', ['curry', 'loaf', 'pan', 'torta']],
    ['without flour', ['brownie', 'curry', 'torta']],
    ['sin pollo', ['brownie', 'loaf', 'pan', 'torta']],
    ['without chickens', ['brownie', 'loaf', 'pan', 'torta']],
    ['under 30 minutes', ['curry', 'torta']],
    ['3 stars', ['brownie']],
    ['never cooked', ['brownie', 'curry', 'pan', 'torta']],
    ['pan sin amasar', ['pan']],
    ['curry sin nueces en menos de 30 minutos', ['curry']],
  ])('%j finds %j', (text, ids) => {
    expect(idsFound(KITCHEN, text)).toEqual(ids)
  })
})

describe('what can I cook', () => {
  beforeEach(() => foodsAtHome.clear())

  it('comes in the order of missing foods', () => {
    expect(idsFound(KITCHEN, 'what can I cook')[0]).toBe('pan')
    foodsAtHome.write(withFoods([], 'Walnuts, huevos'))
    expect(idsFound(KITCHEN, 'que puis-je cuisiner').slice(0, 2)).toEqual(['brownie', 'pan'])
  })

  it('keeps a recipe without ingredients last', () => {
    const cards = [aCard({ id: 'empty', title: 'Empty' }), ...KITCHEN]
    expect(idsFound(cards, 'what can I cook').at(-1)).toBe('empty')
  })

  it('does not take peanut butter for butter', () => {
    const cards = [
      aCard({ id: 'peanut', ingredientNames: ['peanut butter', 'bananas'] }),
      aCard({ id: 'butter', ingredientNames: ['unsalted butter', 'bananas'] }),
    ]
    foodsAtHome.write(['butter', 'banana'])
    expect(idsFound(cards, 'what can I cook')).toEqual(['butter', 'peanut'])
  })

  it('lists each food once', () => {
    expect(withFoods(['Eggs'], 'egg, Rice\nrice; , leeks')).toEqual(['Eggs', 'Rice', 'leeks'])
    expect(withFoods([], 'a'.repeat(500))[0]).toHaveLength(60)
    expect(withFoods([], Array.from({ length: 300 }, (_, index) => `food ${index}`).join())).toHaveLength(200)
  })
})

it('preparation resumes where its time slice ended', () => {
  const cards = Array.from({ length: 50 }, (_, index) => aCard({ id: String(index) }))
  let left = 2
  const next = prepare(cards, 0, () => left--)
  expect(next).toBe(20)
  expect(prepare(cards, next, () => 50)).toBe(50)
})
