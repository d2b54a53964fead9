import { File as NodeFile } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  keepShared,
  LONGEST_WORDS,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_SHARED_BYTES,
  type Shared,
  takeShared,
} from './shared-files'

/** The parts of a cache storage that are used here. */
class MemoryCaches {
  readonly #caches = new Map<string, Map<string, Response>>()
  /** Name of a file for which storage is full. */
  full: string | null = null

  async open(name: string): Promise<Cache> {
    const kept = this.#caches.get(name) ?? new Map<string, Response>()
    this.#caches.set(name, kept)
    const cache: Pick<Cache, 'keys' | 'match' | 'put'> = {
      keys: async () => [...kept.keys()].reverse().map((path) => new Request(`https://zest.invalid${path}`)),
      match: async (request) => kept.get(new URL((request as Request).url).pathname)?.clone(),
      put: async (path, answer) => {
        if (this.full !== null && answer.headers.get('x-name') === this.full)
          throw new DOMException('', 'QuotaExceededError')
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
  // jsdom's File cannot be used in a Response.
  vi.stubGlobal('File', NodeFile)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const form = (words: Record<string, string>, files: readonly File[] = []) => ({
  get: (name: string) => words[name] ?? null,
  getAll: (name: string) => (name === 'files' ? [...files] : []),
})
const file = (name: string, bytes: string, type = 'image/jpeg'): File => new File([bytes], name, { type })
const ofSize = (name: string, size: number) => Object.defineProperty(file(name, 'x'), 'size', { value: size })
const share = async (...parts: Parameters<typeof form>) => {
  await keepShared(form(...parts), caches)
  return takeShared(caches)
}
const namesOf = (shared: Shared | null) => shared?.files.map(({ name, type }) => [name, type])

describe('data shared with the installed app', () => {
  it.each([
    [{ title: 'Soup', text: 'https://example.com/a', other: 'x', add: 'y' }, 'https://example.com/a'],
    [{ title: 'Soup', text: 'Look: https://example.com/a', url: 'https://example.com/b' }, 'https://example.com/b'],
    [{ title: 'Soup', text: '2 leeks\n1 l stock' }, '2 leeks\n1 l stock'],
    [{ title: '', text: ' ' }, null],
    [{}, null],
  ])('of %j hands on %j', async (words, expected) => {
    expect(await share(words)).toEqual({ words: expected, files: [], leftOut: [] })
  })

  it('is returned in order, once', async () => {
    const names = Array.from({ length: 12 }, (_, place) => `page ${place} é.jpg`)
    const shared = await share(
      {},
      names.map((name) => file(name, name)),
    )
    expect(namesOf(shared)).toEqual(names.map((name) => [name, 'image/jpeg']))
    expect(await shared?.files[3]?.text()).toBe('page 3 é.jpg')
    expect(await takeShared(caches)).toBeNull()
  })

  it('keeps an empty file, to report it, but no empty form field', async () => {
    expect(namesOf(await share({}, [file('', ''), file('empty.jpg', '')]))).toEqual([['empty.jpg', 'image/jpeg']])
  })

  it('is limited, and reports what was left out', async () => {
    const many = Array.from({ length: MAX_FILES + 1 }, (_, place) => file(`${place}.jpg`, 'x'))
    const shared = await share({ text: 'x'.repeat(LONGEST_WORDS + 1) }, [
      ofSize('large.jpg', MAX_FILE_BYTES + 1),
      ...many,
    ])
    expect(shared?.words).toBeNull()
    expect(shared?.files).toHaveLength(MAX_FILES)
    expect(shared?.leftOut).toEqual([
      { name: null, reason: 'longText' },
      { name: 'large.jpg', reason: 'tooLarge' },
      { name: `${MAX_FILES}.jpg`, reason: 'tooMany' },
    ])
  })

  it('is limited in total size', async () => {
    const half = MAX_SHARED_BYTES / 2
    const shared = await share({}, [ofSize('a', half), ofSize('b', half), ofSize('c', 1)])
    expect(shared?.files.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(shared?.leftOut).toEqual([{ name: 'c', reason: 'tooMany' }])
  })

  it('reports what storage had no room for', async () => {
    caches.full = 'b'
    const shared = await share({}, [file('a', 'x'), file('b', 'x'), file('c', 'x')])
    expect(shared?.files.map(({ name }) => name)).toEqual(['a', 'c'])
    expect(shared?.leftOut).toEqual([{ name: 'b', reason: 'noRoom' }])
  })

  it('replaces data that was never read', async () => {
    await keepShared(form({ text: 'old' }, [file('old.jpg', 'x'), file('older.jpg', 'x')]), caches)
    const shared = await share({}, [file('new', 'x', '')])
    expect(shared).toMatchObject({ words: null })
    expect(namesOf(shared)).toEqual([['new', 'application/octet-stream']])
  })
})
