import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { KEPT_DATABASE } from '../../lib/offline/kept-names'
import type { RecipeCard } from '../../lib/recipe/recipe'
import { aCard } from '../../lib/test-support'
import { KeptDatabase } from './kept-database'

const many = (count: number) => Array.from({ length: count }, (_, index) => aCard({ id: String(count - index) }))

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

/** Indexes of the chunks that `putList` writes. */
async function written(database: KeptDatabase, keptAt: number, cards: readonly RecipeCard[]): Promise<unknown[]> {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await database.putList('guest', { keptAt, cards })
  const keys = put.mock.calls.map(([, key]) => key).filter((key) => typeof key === 'number')
  put.mockRestore()
  return keys
}

it('returns a long list in order', async () => {
  const [database, cards] = [new KeptDatabase(), many(1_201)]
  await database.putList('guest', { keptAt: 5, cards })
  expect(await new KeptDatabase().list()).toEqual({ keptAt: 5, cards })
})

it('writes only the chunks that changed', async () => {
  const [database, cards] = [new KeptDatabase(), many(1_201)]
  expect(await written(database, 1, cards)).toEqual([0, 1, 2])
  const more = [aCard({ id: 'new' }), ...cards]
  expect(await written(database, 2, more)).toEqual([2])
  const fewer = more.slice(0, -700)
  expect(await written(database, 3, fewer)).toEqual([0, 1])
  expect((await database.list())?.cards).toEqual(fewer)
})

it('writes everything after another tab wrote', async () => {
  const [database, other, cards] = [new KeptDatabase(), new KeptDatabase(), many(1_201)]
  await database.putList('guest', { keptAt: 1, cards })
  await other.putList('guest', { keptAt: 2, cards: many(3) })
  expect(await written(database, 3, cards)).toEqual([0, 1, 2])
  expect((await database.list())?.cards).toEqual(cards)
})

it('replaces a list of the first version', async () => {
  const first = await openDB(KEPT_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('about')
      database.createObjectStore('list')
      database.createObjectStore('recipes', { keyPath: 'id' }).createIndex('version', 'version')
    },
  })
  await first.put('list', { keptAt: 1, cards: many(2) }, 'list')
  first.close()
  const database = new KeptDatabase()
  expect(await database.list()).toBeNull()
  await database.putList('guest', { keptAt: 2, cards: many(2) })
  expect((await database.list())?.cards).toHaveLength(2)
})
