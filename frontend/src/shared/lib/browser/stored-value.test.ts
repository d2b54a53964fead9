import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { arrayOf, either, fittingOf, nullable, number, objectOf, pairOf, text, withDefault } from './schema'
import { json, plain, StoredCollection, StoredValue } from './stored-value'

const KEY = 'zest.thing'
const stored = () => new StoredValue(KEY, json(objectOf({ name: text, sizes: arrayOf(number) })), null)
const soup = { name: 'soup', sizes: [1, 2] }

function refuse(method: 'getItem' | 'setItem'): void {
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('refused', method === 'setItem' ? 'QuotaExceededError' : 'SecurityError')
  })
}

describe('stored value', () => {
  it('is read by the next page until it is cleared', () => {
    expect(stored().read()).toBeNull()
    expect(stored().write(soup)).toBe(true)
    expect(stored().read()).toEqual(soup)
    stored().clear()
    expect(localStorage).toHaveLength(0)
    expect(stored().read()).toBeNull()
  })

  it('is the same object while its text is unchanged', () => {
    localStorage.setItem(KEY, JSON.stringify(soup))
    const value = stored()
    expect(value.read()).toBe(value.read())
  })

  it.each(['', '{', 'null', '[]', '{"name":"soup"}', '{"name":"soup","sizes":[1,"2"]}', '{"name":7,"sizes":[]}'])(
    'falls back from what is damaged or foreign: %s',
    (foreign) => {
      localStorage.setItem(KEY, foreign)
      expect(stored().read()).toBeNull()
    },
  )

  it('drops properties unknown to its schema', () => {
    localStorage.setItem(KEY, JSON.stringify({ ...soup, colour: 'green' }))
    expect(stored().read()).toEqual(soup)
  })

  it('lasts as long as the page when storage is full', () => {
    localStorage.setItem(KEY, JSON.stringify(soup))
    refuse('setItem')
    const value = stored()
    const stew = { name: 'stew', sizes: [] }
    expect(value.write(stew)).toBe(false)
    expect(value.read()).toBe(stew)
    expect(stored().read()).toEqual(soup)
  })

  it('lasts as long as the page when storage is forbidden', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
    const value = stored()
    expect(value.read()).toBeNull()
    expect(value.write(soup)).toBe(false)
    expect(value.read()).toBe(soup)
    value.clear()
    expect(value.read()).toBeNull()
    // The mocks would break the clean-up of other tests.
    vi.restoreAllMocks()
  })

  it('lasts as long as the page when storage stops working', () => {
    refuse('getItem')
    const value = stored()
    value.write(soup)
    expect(value.read()).toBe(soup)
  })

  it('reports its own changes and those of other tabs until unsubscribed', () => {
    const value = stored()
    const heard: unknown[] = []
    const stop = value.subscribe(() => heard.push(value.read()))
    value.write(soup)
    localStorage.setItem(KEY, '{"name":"stew","sizes":[]}')
    dispatchEvent(new StorageEvent('storage', { key: 'zest.other' }))
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(heard).toEqual([soup, { name: 'stew', sizes: [] }, null])
    stop()
    value.write(soup)
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(heard).toHaveLength(3)
  })

  it('may be null, as distinct from its fallback', () => {
    localStorage.setItem(KEY, 'null')
    const size = new StoredValue(KEY, json(either(nullable(number), text)), 4)
    expect(size.read()).toBeNull()
    expect(withDefault(nullable(number), 4)(null)).toBeNull()
    expect(withDefault(nullable(number), 4)('null')).toBe(4)
  })

  it('may be plain text', () => {
    const value = new StoredValue(KEY, plain(text), null)
    value.write('soup')
    expect(localStorage.getItem(KEY)).toBe('soup')
    expect(value.read()).toBe('soup')
  })
})

it('a schema keeps matching values and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = fittingOf(pairOf(text, number))(value)
      if (!Array.isArray(value)) expect(read).toBeUndefined()
      else for (const pair of read ?? []) expect(value).toContainEqual(pair)
      const whole = arrayOf(number)(value)
      if (whole !== undefined) expect(whole).toEqual(value)
    }),
  )
})

describe('stored collection', () => {
  const collection = () => new StoredCollection('zest.thing.', objectOf({ id: text, n: number }))

  it('stores values under separate keys, so that tabs do not overwrite each other', () => {
    const [one, other] = [collection(), collection()]
    one.put({ id: 'a', n: 1 })
    other.put({ id: 'b', n: 2 })
    one.drop('a')
    expect(other.all()).toEqual([{ id: 'b', n: 2 }])
    expect(one.has('b')).toBe(true)
    expect(one.has('a')).toBe(false)
  })

  it('skips invalid values', () => {
    localStorage.setItem('zest.thing.x', '{broken')
    localStorage.setItem('zest.thing.y', '{"id":"y"}')
    localStorage.setItem('other', '{"id":"z","n":1}')
    expect(collection().all()).toEqual([])
    expect(collection().has('x')).toBe(false)
  })

  it('is empty when storage is not readable', () => {
    refuse('setItem')
    refuse('getItem')
    collection().put({ id: 'a', n: 1 })
    expect(collection().all()).toEqual([])
    expect(collection().has('a')).toBe(false)
  })
})
