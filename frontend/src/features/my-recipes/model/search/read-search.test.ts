import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFood } from '../../../../shared/lib/foods/food'
import { filtersOf, readSearch, type Search } from './read-search'

const read = (text: string) => readSearch(text, isFood)
const NONE: Search = {
  words: [],
  without: [],
  mostMinutes: null,
  leastStars: null,
  isNeverMade: false,
  isByHome: false,
}

describe('a search', () => {
  it.each<[string, Partial<Search>]>([
    ['', {}],
    ['Lemon tart', { words: ['lemon', 'tart'] }],
    ['mac and cheese', { words: ['mac', 'and', 'cheese'] }],
    ['2 eggs, 30 minutes', { words: ['2', 'eggs', '30', 'minutes'] }],
    ['cake without nuts', { words: ['cake'], without: ['nuts'] }],
    ['cake -nuts', { words: ['cake'], without: ['nuts'] }],
    ['half-and-half', { words: ['half', 'and'] }],
    ['pastel sin nueces', { words: ['pastel'], without: ['nueces'] }],
    ['gâteau sans noix', { words: ['gateau'], without: ['noix'] }],
    ['without nuts, eggs or milk', { without: ['nuts', 'eggs', 'milk'] }],
    ['sopa sin cebolla ni ajo', { words: ['sopa'], without: ['cebolla', 'ajo'] }],
    ['quiche sans les oignons et sans lardons', { words: ['quiche'], without: ['oignons', 'lardons'] }],
    ['noodles without soy sauce', { words: ['noodles'], without: ['soy sauce'] }],
    ['without nuts chicken', { words: ['chicken'], without: ['nuts'] }],
    ['without onion with garlic', { words: ['garlic'], without: ['onion'] }],
    ['without', {}],
    ['soup under 30 minutes', { words: ['soup'], mostMinutes: 30 }],
    ['in less than 1 hour', { mostMinutes: 60 }],
    ['< 45 min curry', { words: ['curry'], mostMinutes: 45 }],
    ['20 minutes or less', { mostMinutes: 20 }],
    ['under half an hour', { mostMinutes: 30 }],
    ['under 1.5 hours', { mostMinutes: 90 }],
    ['menos de 30 minutos', { mostMinutes: 30 }],
    ['sopa en menos de media hora', { words: ['sopa'], mostMinutes: 30 }],
    ['hasta 2 horas', { mostMinutes: 120 }],
    ['moins de 30 minutes', { mostMinutes: 30 }],
    ['tarte en moins d’une heure', { words: ['tarte'], mostMinutes: 60 }],
    ['moins de 1h30', { mostMinutes: 90 }],
    ['4 stars', { leastStars: 4 }],
    ['at least 4 stars', { leastStars: 4 }],
    ['★★★ pie', { words: ['pie'], leastStars: 3 }],
    ['4+ stars', { leastStars: 4 }],
    ['5 estrellas', { leastStars: 5 }],
    ['al menos 3 estrellas', { leastStars: 3 }],
    ['4 étoiles ou plus', { leastStars: 4 }],
    ['star anise', { words: ['star', 'anise'] }],
    ['never cooked', { isNeverMade: true }],
    ['soups never made', { words: ['soups'], isNeverMade: true }],
    ['nunca cocinadas', { isNeverMade: true }],
    ['sin cocinar', { isNeverMade: true }],
    ['jamais cuisinées', { isNeverMade: true }],
    ['pas encore faites', { isNeverMade: true }],
    ['What can I cook?', { isByHome: true }],
    ['what can i cook with eggs and rice', { words: ['eggs', 'rice'], isByHome: true }],
    ['¿Qué puedo cocinar?', { isByHome: true }],
    ['Qu’est-ce que je peux cuisiner ?', { isByHome: true }],
    ['que puis-je faire avec ce que j’ai', { isByHome: true }],
    [
      'what can I cook under 30 min, 4 stars, never cooked, without nuts',
      { without: ['nuts'], mostMinutes: 30, leastStars: 4, isNeverMade: true, isByHome: true },
    ],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual({ ...NONE, ...expected })
  })

  it('of a pasted page is truncated', () => {
    expect(read('word '.repeat(10_000)).words).toEqual(['word'])
    const many = Array.from({ length: 500 }, (_, index) => index).join(' ')
    expect(read(many).words.length).toBeLessThanOrEqual(12)
  })

  it('of any text is read', () => {
    const words = fc.constantFrom('without', 'sin', 'under', '30', 'min', ',', '-', '★', '#', '|', 'nuts', 'and', 'x')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((some) => some.join(' ')),
        ),
        (text) => {
          const { words, without } = read(text)
          for (const word of [...words, ...without]) expect(word).toMatch(/^[\p{L}\p{N} ]+$/u)
        },
      ),
    )
  })
})

it('names the phrases of a search', () => {
  expect(filtersOf(read('soup'))).toEqual([])
  expect(filtersOf(read('never cooked, 4 stars'))).toEqual(['stars', 'never_made'])
})
