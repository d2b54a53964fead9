import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KeptDatabase } from '../../../shared/api/offline/kept-database'
import type { RecipesSnapshot } from '../../../shared/api/recipes/recipe-store'
import { writeText } from '../../../shared/lib/browser/storage'
import type { Recipe, RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard, aRecipe } from '../../../shared/lib/test-support'
import { keptProblem } from '../model/kept'
import { KeptPictures } from './kept-pictures'
import { RecipeKeeper } from './recipe-keeper'

const id = (number: number) => String(number).padStart(32, '0')

let cards: RecipeCard[]
let asked: string[][]
let listeners: Set<() => void>
let shown: Pick<RecipesSnapshot, 'recipes' | 'synced' | 'whole'>
let database: KeptDatabase
let pictures: string[]
let ends: (() => void)[]

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  cards = []
  asked = []
  ends = []
  pictures = []
  listeners = new Set()
  database = new KeptDatabase()
  show(true)
})

afterEach(() => {
  for (const end of ends) end()
})

function show(synced: boolean): void {
  shown = { recipes: cards.map((card) => ({ card, stored: true })), synced, whole: true }
  for (const listener of listeners) listener()
}

async function* exported(ids: readonly string[]): AsyncGenerator<readonly Recipe[], void, undefined> {
  asked.push([...ids])
  yield cards.filter((card) => ids.includes(card.id)).map(({ id, version, title }) => aRecipe({ id, version, title }))
}

class NotedPictures extends KeptPictures {
  override async keepOnly(paths: readonly string[]): Promise<void> {
    pictures = [...paths]
  }
}

function keep(): void {
  const list = {
    getSnapshot: () => shown as RecipesSnapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  ends.push(new RecipeKeeper(list, { exportSome: exported }, database, new NotedPictures(undefined), 0).start())
}

it('stores list, recipes and photos, then only changes', async () => {
  cards = [aCard({ id: id(2), imageUrl: 'media/2/a' }), aCard({ id: id(1) })]
  show(true)
  keep()
  await vi.waitFor(() => expect(pictures).toEqual(['/media/2/a']))
  expect((await database.list())?.cards).toEqual(cards)
  expect(await database.recipe(id(1))).toMatchObject({ id: id(1), version: 1 })
  expect(asked).toEqual([[id(2), id(1)]])

  cards = [aCard({ id: id(2), version: 2, title: 'Better soup' })]
  show(true)
  await vi.waitFor(async () => expect(await database.recipe(id(2))).toMatchObject({ title: 'Better soup' }))
  expect(asked[1]).toEqual([id(2)])
  expect(await database.recipe(id(1))).toBeNull()
})

it('stores nothing of an unsynced list', async () => {
  cards = [aCard({ id: id(1) })]
  show(false)
  keep()
  // The keeper's earlier timer has fired.
  await new Promise((resolve) => setTimeout(resolve))
  cards = [aCard({ id: id(2) })]
  show(true)
  await vi.waitFor(async () => expect((await database.list())?.cards).toEqual(cards))
  expect(asked).toEqual([[id(2)]])
})

it('hides the data of another person, and replaces it', async () => {
  writeText(localStorage, 'zest.member', 'anna')
  cards = [aCard({ id: id(1) })]
  show(true)
  keep()
  await vi.waitFor(async () => expect(await database.recipe(id(1))).not.toBeNull())

  writeText(localStorage, 'zest.member', 'ben')
  expect(await database.list()).toBeNull()
  expect(await database.recipe(id(1))).toBeNull()
  await database.putList('ben', { keptAt: 1, cards: [] })
  // Late writes of the previous owner are ignored.
  await database.putRecipes('anna', [aRecipe({ id: id(3) })])
  expect(await database.list()).toEqual({ keptAt: 1, cards: [] })
  writeText(localStorage, 'zest.member', 'anna')
  expect(await database.list()).toBeNull()
  expect(await database.recipe(id(1))).toBeNull()
})

it('reports a full disk, and clears the report when there is room', async () => {
  cards = [aCard({ id: id(1) })]
  show(true)
  const full = vi.spyOn(database, 'putRecipes').mockRejectedValue(new DOMException('no room', 'QuotaExceededError'))
  keep()
  await vi.waitFor(() => expect(keptProblem().read()).toBe('full'))
  expect((await database.list())?.cards).toEqual(cards)
  full.mockRestore()
  cards = [...cards]
  show(true)
  await vi.waitFor(() => expect(keptProblem().read()).toBeNull())
  expect(await database.recipe(id(1))).not.toBeNull()
})
