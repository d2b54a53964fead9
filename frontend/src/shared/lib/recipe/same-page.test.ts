import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCard } from '../test-support'
import { findSamePage, pageKey } from './same-page'

const PAGE = 'https://www.example.com/recipes/lemon-tart'

describe('same page', () => {
  it.each([
    'http://www.example.com/recipes/lemon-tart',
    'https://example.com/recipes/lemon-tart/',
    'https://EXAMPLE.com:443/recipes//lemon-tart',
    'https://m.example.com/recipes/lemon-tart',
    'https://amp.example.com./recipes/lemon-tart',
    `${PAGE}#ingredients`,
    `${PAGE}?utm_source=newsletter&UTM_Campaign=x&fbclid=1&gclid=2&mc_cid=3&srsltid=4`,
    `${PAGE}?`,
    `${PAGE}/amp/`,
    `${PAGE}?amp=1`,
    `${PAGE}?outputType=amp`,
    `${PAGE}/print`,
    `${PAGE}?print=true`,
    'https://example.com/recipes/lemon%2Dtart/index.html',
  ])('%s', (address) => {
    expect(pageKey(address)).toBe(pageKey(PAGE))
  })

  it.each([
    ['https://example.com/?id=1&b=2', 'https://example.com/?b=2&id=1&utm_id=3'],
    ['https://example.com/cr%C3%A8me', 'https://example.com/crème'],
    ['https://example.com/a%c3%a8', 'https://example.com/a%C3%A8'],
    ['https://example.com', 'http://www.example.com/index.php'],
  ])('%s and %s', (one, other) => {
    expect(pageKey(one)).toBe(pageKey(other))
  })
})

describe('other page', () => {
  it.each([
    ['another path', PAGE, 'https://www.example.com/recipes/lemon-tarts'],
    ['another site', PAGE, 'https://www.example.org/recipes/lemon-tart'],
    ['another port', PAGE, 'https://www.example.com:8443/recipes/lemon-tart'],
    ['a part of the site', PAGE, 'https://cooking.example.com/recipes/lemon-tart'],
    ['a parameter that may name the recipe', 'https://example.com/r?id=1', 'https://example.com/r?id=2'],
    ['a parameter against none', 'https://example.com/r', 'https://example.com/r?ref=2'],
    ['a page of a recipe', 'https://example.com/r', 'https://example.com/r?page=2'],
    ['capitals in a path', 'https://example.com/a', 'https://example.com/A'],
    ['an escaped slash', 'https://example.com/a/b', 'https://example.com/a%2Fb'],
    ['an address within the page', 'https://example.com/#/recipe/1', 'https://example.com/#/recipe/2'],
    ['a site that is called print', 'https://example.com/print', 'https://example.com/'],
    ['a host that is all name', 'https://m.example/', 'https://example/'],
  ])('%s', (_, one, other) => {
    expect(pageKey(one)).not.toBe(pageKey(other))
  })

  it.each(['', 'soup', 'javascript:alert(1)', 'mailto:a@example.com', 'https://'])('%j is none at all', (address) => {
    expect(pageKey(address)).toBeNull()
  })
})

const webAddress = fc.webUrl({ withQueryParameters: true, withFragments: true })

it('tracking parameters do not change the page', () => {
  const tracking = fc.tuple(fc.constantFrom('utm_source', 'fbclid', 'gclid', 'mc_eid', 'igshid'), fc.string())
  fc.assert(
    fc.property(webAddress, fc.array(tracking, { maxLength: 4 }), (address, hung) => {
      const url = new URL(address)
      for (const [name, value] of hung) url.searchParams.append(name, value)
      url.hash = ''
      const plain = new URL(address)
      plain.hash = ''
      expect(pageKey(url.href)).toBe(pageKey(plain.href))
    }),
  )
})

it('the key of a key is the same', () => {
  fc.assert(
    fc.property(webAddress, (address) => {
      const key = pageKey(address)
      if (key !== null) expect(pageKey(`https://${key}`)).toBe(key)
    }),
  )
})

it('no input throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      pageKey(text)
      pageKey(`https://example.com/${text}?${text}#${text}`)
    }),
  )
})

describe('existing recipe', () => {
  const cards = [
    aCard({ id: 'failed', url: PAGE, status: 'FAILED' }),
    aCard({ id: 'blank', url: null }),
    aCard({ id: 'pending', url: `${PAGE}?fbclid=1`, status: 'PENDING' }),
    aCard({ id: 'done', url: 'http://example.com/recipes/lemon-tart/' }),
  ]
  const find = (address: string, among = cards) => findSamePage(address, among, (card) => card)?.id

  it('is a finished recipe, then a pending one, never a failed one', () => {
    expect(find(PAGE)).toBe('done')
    expect(find(PAGE, cards.slice(0, 3))).toBe('pending')
    expect(find(PAGE, cards.slice(0, 2))).toBeUndefined()
  })

  it('is looked up for each part of a page with several recipes', () => {
    const of = (part: string | null) =>
      findSamePage(
        PAGE,
        [aCard({ id: 'fig', url: PAGE, part: 'Fig tart' }), aCard({ id: 'lemon', url: PAGE })],
        (card) => card,
        part,
      )
    expect([of(null)?.id, of('Fig tart')?.id, of('Plum tart')?.id]).toEqual(['lemon', 'fig', undefined])
  })

  it('is null for an invalid address', () => {
    expect(find('soup')).toBeUndefined()
  })
})
