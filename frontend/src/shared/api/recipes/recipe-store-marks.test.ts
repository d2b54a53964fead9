import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UPDATE_RECIPE } from '../../../contract/operations'
import { aCard, aRecipe } from '../../lib/test-support'
import { ScriptedBackend } from '../test-support'
import { RecipeStore } from './recipe-store'

let backend: ScriptedBackend
let store: RecipeStore

beforeEach(() => {
  localStorage.clear()
  backend = new ScriptedBackend()
  backend.cards = [aCard({ version: 3, collections: ['weekdays'] })]
  backend.answer(UPDATE_RECIPE, () => ({ updateRecipe: aRecipe({ version: 4, favourite: true }) }))
  store = new RecipeStore(backend)
})

afterEach(() => store.stop())

const card = () => store.getSnapshot().recipes[0]?.card
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('zest.marks.'))

async function connect(): Promise<void> {
  store.start()
  await vi.waitFor(() => backend.live.onAcknowledged())
  await vi.waitFor(() => expect(card()).toBeDefined())
}

it('shows a mark until the list contains it, and replaces the card only then', async () => {
  await connect()
  await store.mark(aCard().id, { favourite: true, madeOn: ['2026-11-20', '2026-02-01'] })
  expect(card()).toMatchObject({ favourite: true, lastMadeOn: '2026-11-20', collections: ['weekdays'], version: 3 })
  expect(store.getSnapshot().recipes[0]).toBe(store.getSnapshot().recipes[0])
  const pushed = aCard({ version: 4, favourite: true, lastMadeOn: '2026-11-20' })
  backend.live.onChange({ owner: 'guest', id: pushed.id, version: 4, card: pushed } as never)
  expect(card()).toBe(pushed)
  expect(store.getSnapshot().marks.size).toBe(0)
})

it('sends no version, and updates the cached recipe', async () => {
  await connect()
  await store.mark(aCard().id, { rating: null })
  expect(backend.sent.at(-1)?.variables).toEqual({ input: { id: aCard().id, version: null, rating: null } })
  expect(store.cache.peek(aCard().id)).toBeNull()
})

it('sends marks that waited for the network after a reload', async () => {
  await connect()
  backend.offline = true
  await store.mark(aCard().id, { favourite: true })
  expect(card()).toMatchObject({ favourite: true })
  store.stop()
  backend.offline = false
  store = new RecipeStore(backend)
  await connect()
  await vi.waitFor(() => expect(stored()).toEqual([]))
  expect(backend.countOf(UPDATE_RECIPE)).toBe(2)
})

it('drops waiting marks on sign-out and sends none for the next user', async () => {
  await connect()
  backend.offline = true
  await store.mark(aCard().id, { favourite: true })
  await store.leave()
  expect([stored(), card()?.favourite]).toEqual([[], false])
})
