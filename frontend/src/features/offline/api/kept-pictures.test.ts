import { beforeEach, expect, it } from 'vitest'
import { MAX_PICTURES } from '../model/kept'
import { KeptPictures } from './kept-pictures'

/** In-memory subset of CacheStorage. */
class Memory {
  readonly kept = new Map<string, Response>()

  open = async () => this as unknown as Cache
  keys = async () => [...this.kept.keys()].map((path) => new Request(`https://zest.example${path}`))
  match = async (request: Request) => this.kept.get(new URL(request.url).pathname)?.clone()
  put = async (path: string, response: Response) => void this.kept.set(path, response)
  delete = async (request: Request) => this.kept.delete(new URL(request.url).pathname)
}

let memory: Memory
let fetched: string[]
let size: number

beforeEach(() => {
  memory = new Memory()
  fetched = []
  size = 10
})

const keep = (paths: readonly string[], wanted = () => true) => {
  const fetcher = async (path: unknown) => {
    fetched.push(String(path))
    return new Response(new Uint8Array(size), { headers: { 'content-type': 'image/jpeg' } })
  }
  return new KeptPictures(memory as unknown as CacheStorage, fetcher as typeof fetch).keepOnly(paths, wanted)
}

it('stores wanted photos, fetches each once, and drops the rest', async () => {
  await keep(['/media/a', '/media/b'])
  await keep(['/media/b', '/media/c'])
  expect(fetched).toEqual(['/media/a', '/media/b', '/media/c'])
  expect([...memory.kept.keys()]).toEqual(['/media/b', '/media/c'])
})

it('respects the limits of number and bytes, in order', async () => {
  await keep(Array.from({ length: MAX_PICTURES + 5 }, (_, index) => `/media/${index}`))
  expect(memory.kept.size).toBe(MAX_PICTURES)

  memory = new Memory()
  size = 40_000_000
  await keep(['/media/x', '/media/y'])
  expect([...memory.kept.keys()]).toEqual(['/media/x'])
})

it('stops when cancelled', async () => {
  await keep(['/media/a', '/media/b'], () => memory.kept.size === 0)
  expect([...memory.kept.keys()]).toEqual(['/media/a'])
})
