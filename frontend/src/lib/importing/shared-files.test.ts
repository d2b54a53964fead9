import { beforeEach, describe, expect, it } from 'vitest'
import { keepShared, SHARED, takeShared } from './shared-files'
import { MOST_BYTES } from './upload'

/** A cache storage as far as it is used here. */
class MemoryCaches {
  readonly #caches = new Map<string, Map<string, Response>>()

  async open(name: string): Promise<Cache> {
    const kept = this.#caches.get(name) ?? new Map<string, Response>()
    this.#caches.set(name, kept)
    const cache: Pick<Cache, 'keys' | 'match' | 'put'> = {
      keys: async () => [...kept.keys()].reverse().map((path) => new Request(`https://zest.invalid${path}`)),
      match: async (request) => kept.get(new URL((request as Request).url).pathname)?.clone(),
      put: async (path, answer) => {
        kept.set(path as string, answer)
      },
    }
    return cache as Cache
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name)
  }
}

let caches: MemoryCaches

beforeEach(() => {
  caches = new MemoryCaches()
})

function form(words: Record<string, string>, files: readonly File[] = []): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(words)) data.append(name, value)
  for (const file of files) data.append('files', file)
  return data
}

const file = (name: string, bytes: string, type = 'image/jpeg') => new File([bytes], name, { type })
const large = () => Object.defineProperty(file('large.jpg', 'x'), 'size', { value: MOST_BYTES + 1 })
const namesOf = (files: readonly File[]) => files.map(({ name, type }) => [name, type])

describe('what is shared with the installed app', () => {
  it('opens the list with its words alone', async () => {
    const parameters = await keepShared(form({ title: 'Soup', text: 'https://example.com/a', other: 'x' }), caches)
    expect([...parameters]).toEqual([
      ['text', 'https://example.com/a'],
      ['title', 'Soup'],
    ])
    expect(await takeShared(caches)).toEqual([])
  })

  it('is given out in order and once', async () => {
    const names = Array.from({ length: 10 }, (_, place) => `page ${place} é.jpg`)
    const parameters = await keepShared(
      form(
        {},
        names.map((name) => file(name, name)),
      ),
      caches,
    )
    expect(parameters.get(SHARED)).toBe('10')
    const taken = await takeShared(caches)
    expect(namesOf(taken)).toEqual(names.map((name) => [name, 'image/jpeg']))
    expect(await takeShared(caches)).toEqual([])
  })

  it('is without what no import takes', async () => {
    const many = Array.from({ length: 12 }, (_, place) => file(`${place}.jpg`, 'x'))
    const parameters = await keepShared(form({}, [file('empty.jpg', ''), large(), ...many]), caches)
    expect(parameters.get(SHARED)).toBe('10')
    expect((await takeShared(caches)).map(({ name }) => name)).toEqual(many.slice(0, 10).map(({ name }) => name))
  })

  it('takes the place of what was never looked at', async () => {
    await keepShared(form({}, [file('old.jpg', 'x'), file('older.jpg', 'x')]), caches)
    await keepShared(form({}, [file('new', 'x', '')]), caches)
    expect(namesOf(await takeShared(caches))).toEqual([['new', 'application/octet-stream']])
  })
})
