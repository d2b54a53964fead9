import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../shared/lib/list/fold'
import { collectionKey } from '../../../shared/lib/recipe/collection-key'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import {
  comparing,
  countTags,
  type ListQuery,
  narrows,
  readListQuery,
  readView,
  resorted,
  SORTS,
  STATES,
  select,
  WHOLE_LIST,
  writeListQuery,
} from './list-query'
import { find } from './search/finder'

const tagged = (id: string, ...names: string[]) => aCard({ id, title: id, tags: names.map((name) => ({ name })) })
const ids = (cards: readonly RecipeCard[]) => cards.map(({ id }) => id)
const selected = (cards: RecipeCard[], query: Partial<ListQuery>) =>
  ids(select(cards, (card) => card, { ...WHOLE_LIST, ...query }, find))

describe('the list query in the address', () => {
  it.each([
    ['', WHOLE_LIST],
    ['?q=soup&tag=Quick&tag=quick&tag=Été', { ...WHOLE_LIST, text: 'soup', tags: ['quick', 'ete'] }],
    ['?sort=title&state=failed', { ...WHOLE_LIST, sort: 'title', state: 'failed' }],
    ['?sort=__proto__&state=x&tag=&tag=%F0%9F%98%8B&view=<b>', WHOLE_LIST],
  ])('%j is read', (address, query) => {
    expect(readListQuery(new URLSearchParams(address))).toEqual(query)
  })

  it('round-trips, and keeps other parameters', () => {
    const query = fc.record({
      text: fc.string(),
      tags: fc.uniqueArray(
        fc
          .string()
          .map(fold)
          .filter((tag) => tag !== ''),
        { maxLength: 8 },
      ),
      collections: fc.uniqueArray(
        fc
          .string()
          .map(collectionKey)
          .filter((key) => key !== ''),
        { maxLength: 8 },
      ),
      state: fc.constantFrom(...STATES),
      sort: fc.constantFrom(...SORTS),
    })
    fc.assert(
      fc.property(query, (asked) => {
        const params = writeListQuery(new URLSearchParams('?view=list&q=old&tag=old'), asked)
        const text = asked.text.trim() === '' ? '' : asked.text
        expect(readListQuery(new URLSearchParams(params.toString()))).toEqual({ ...asked, text })
        expect(readView(params)).toBe('list')
      }),
    )
  })

  it('omits default values', () => {
    expect(writeListQuery(new URLSearchParams(), WHOLE_LIST).toString()).toBe('')
  })
})

describe('a selection', () => {
  const cards = [
    tagged('a', 'Quick', 'Soup'),
    tagged('b', 'quick'),
    aCard({ id: 'c', title: 'c', status: 'PENDING', favourite: true, collections: ['Noël'] }),
    aCard({ id: 'd', title: 'd', status: 'FAILED', collections: ['NOËL', 'été'] }),
  ]

  it.each<[string, Partial<ListQuery>, string[]]>([
    ['nothing asked', {}, ['a', 'b', 'c', 'd']],
    ['one tag', { tags: ['quick'] }, ['a', 'b']],
    ['several tags mean all of them', { tags: ['quick', 'soup'] }, ['a']],
    ['imports on their way', { state: 'pending' }, ['c']],
    ['imports that failed', { state: 'failed' }, ['d']],
    ['tag and text', { tags: ['quick'], text: 'b' }, ['b']],
    ['favourites', { state: 'favourites' }, ['c']],
    ['a collection, whatever its case', { collections: ['noël'] }, ['c', 'd']],
    ['several collections mean all of them', { collections: ['noël', 'été'] }, ['d']],
    ['a collection among favourites', { state: 'favourites', collections: ['été'] }, []],
    ['a tag that nobody has', { tags: ['x'] }, []],
  ])('%s', (_, query, expected) => {
    expect(selected(cards, query)).toEqual(expected)
  })

  it('returns the same array without a filter, to avoid rendering', () => {
    expect(select(cards, (card) => card, { ...WHOLE_LIST, text: ' ?' }, find)).toBe(cards)
    expect(narrows({ ...WHOLE_LIST, text: ' ?' })).toBe(false)
  })
})

describe('tags', () => {
  it('are counted once per recipe, most used first, in their most common spelling', () => {
    expect(
      countTags(
        [tagged('a', 'quick', 'QUICK'), tagged('b', 'Quick', 'Été'), tagged('c', 'Quick', 'Soup'), tagged('d', '!')],
        (card) => card,
      ),
    ).toEqual([
      { key: 'quick', name: 'Quick', count: 3 },
      { key: 'ete', name: 'Été', count: 1 },
      { key: 'soup', name: 'Soup', count: 1 },
    ])
  })

  it('count as many recipes as their filter selects', () => {
    const cards = fc.array(
      fc
        .record({ id: fc.uuid(), names: fc.array(fc.constantFrom('a', 'A', 'á', 'b', '?', '')) })
        .map(({ id, names }) => tagged(id, ...names)),
    )
    fc.assert(
      fc.property(cards, (all) => {
        for (const { key, count } of countTags(all, (card) => card))
          expect(selected(all, { tags: [key] })).toHaveLength(count)
      }),
    )
  })
})

describe('sort orders', () => {
  const sorted = (sort: Parameters<typeof comparing>[0], cards: RecipeCard[], locale = 'en') =>
    ids([...cards].sort(comparing(sort, new Intl.Collator(locale, { numeric: true }))))

  it('sort titles by locale, untitled ones last', () => {
    const cards = ['Zucchini', 'Éclair', 'eggs', null, '10 minute soup', '9 bean chili'].map((title, index) =>
      aCard({ id: title ?? String(index), title }),
    )
    expect(sorted('title', cards)).toEqual(['9 bean chili', '10 minute soup', 'Éclair', 'eggs', 'Zucchini', '3'])
    const spanish = ['nube', 'ñora', 'oca'].map((title) => aCard({ id: title, title }))
    expect(sorted('title', spanish.reverse(), 'es')).toEqual(['nube', 'ñora', 'oca'])
  })

  it('place pending imports first', () => {
    const cards = [aCard({ id: 'a', title: 'A', total_time: 1 }), aCard({ id: 'p', title: null, status: 'PENDING' })]
    expect(sorted('title', cards)).toEqual(['p', 'a'])
    expect(sorted('quickest', cards)).toEqual(['p', 'a'])
  })

  it('are the same for a full sort and an incremental one', () => {
    const numbers = fc.uniqueArray(fc.integer())
    const compare = (a: number, b: number) => a - b
    fc.assert(
      fc.property(numbers, numbers, (before, now) => {
        const sortedBefore = [...before].sort(compare)
        expect(resorted(sortedBefore, now, compare)).toEqual([...now].sort(compare))
      }),
    )
  })

  it('sort by rating and by last cooking day, missing values last', () => {
    const rated = [null, 2, 5, 1].map((rating) => aCard({ id: String(rating), rating }))
    expect(sorted('best', rated)).toEqual(['5', '2', '1', 'null'])
    const made = ['2026-02-01', null, '2026-11-02'].map((day) => aCard({ id: String(day), lastMadeOn: day }))
    expect(sorted('made', made)).toEqual(['2026-11-02', '2026-02-01', 'null'])
  })

  it('sort by time, missing values last', () => {
    const cards = [60, null, 5, 0].map((total_time) => aCard({ id: String(total_time), total_time }))
    expect(sorted('quickest', cards)).toEqual(['0', '5', '60', 'null'])
  })
})
