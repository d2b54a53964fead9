import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CREATE_RECIPE, LIST_RECIPES } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import type { RecipeCard } from '../../lib/recipe/recipe'
import { aCard } from '../../lib/test-support'
import { asAnswer, ScriptedBackend } from '../test-support'
import { RecipeStore } from './recipe-store'

let backend: ScriptedBackend
let store: RecipeStore

beforeEach(() => {
  vi.useFakeTimers()
  backend = new ScriptedBackend()
  store = new RecipeStore(backend)
})

afterEach(() => {
  store.stop()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = () => store.getSnapshot().recipes

async function connect(): Promise<void> {
  store.start()
  await settle()
  backend.live.onAcknowledged()
  await settle()
}

describe('guest without an identity', () => {
  it('has an empty list without a request, and a live one from the first identity on', async () => {
    backend.isNew = true
    store.start()
    await settle()
    expect(store.getSnapshot()).toMatchObject({
      recipes: [],
      phase: 'ready',
      whole: true,
      synced: true,
      connection: 'connected',
    })
    expect([backend.sent, backend.listening]).toEqual([[], []])
    backend.needIdentity()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ synced: false, connection: 'connecting' })
    backend.answer(LIST_RECIPES, () => ({ listRecipes: { items: [aCard({ id: 'a' })], nextToken: null } }))
    backend.live.onAcknowledged()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ recipes: [{ card: { id: 'a' } }], synced: true })
  })

  it('sends the first submission again when the network returns', async () => {
    backend.isNew = true
    store.start()
    await settle()
    backend.offline = true
    backend.answer(CREATE_RECIPE, ({ input }: { input: { id: string } }) => ({
      createRecipe: asAnswer({ id: input.id, title: 'Soup' }),
    }))
    backend.needIdentity()
    store.submit('https://example.com/soup', 'en')
    await settle()
    expect(store.getSnapshot().connection).toBe('reconnecting')
    backend.offline = false
    await vi.waitFor(() => backend.live.onAcknowledged())
    await settle()
    expect(shown()).toMatchObject([{ stored: true, card: { title: 'Soup' } }])
  })

  it('stops waiting when the list is closed', async () => {
    backend.isNew = true
    store.start()
    await settle()
    store.stop()
    backend.needIdentity()
    await settle()
    expect(backend.listening).toEqual([])
  })
})

describe('long list', () => {
  const page = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const name = `p${String(from + index).padStart(4, '0')}`
      return aCard({ id: name, title: name, createdAt: new Date(Date.UTC(2026, 0, 1) - (from + index)).toISOString() })
    })

  /** A server that answers each page on request of the test. */
  function pages() {
    const waiting: ((answer: unknown) => void)[] = []
    backend.answer(LIST_RECIPES, () => new Promise((resolve) => waiting.push(resolve)))
    return async (items: RecipeCard[], nextToken: string | null) => {
      waiting.shift()?.({ listRecipes: { items, nextToken } })
      await settle()
    }
  }

  /** Resolves while the list is loading after the acknowledgement. */
  async function connectSlowly() {
    const answer = pages()
    store.start()
    await settle()
    await answer(page(0, 1), 'more')
    backend.live.onAcknowledged()
    await settle()
    return answer
  }

  it('is shown from its first page, and is whole and synced after its last', async () => {
    const answer = pages()
    store.start()
    await settle()
    await answer(page(0, 3), 'more')
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', whole: false, synced: false })
    expect(shown().map(({ card }) => card.title)).toEqual(['p0000', 'p0001', 'p0002'])
    backend.live.onAcknowledged()
    await settle()
    await answer(page(0, 3), 'more')
    expect(store.getSnapshot()).toMatchObject({ whole: false, synced: false })
    await answer(page(3, 5), null)
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', whole: true, synced: true })
    expect(shown()).toHaveLength(5)
  })

  it('of thousands is shown ever more at once, and is whole in a task after the last page', async () => {
    const answer = await connectSlowly()
    await answer(page(0, 1_000), 'more')
    await answer(page(1_000, 1_200), 'more')
    expect(shown()).toHaveLength(1_000)
    await answer(page(1_200, 6_000), 'more')
    expect(shown()).toHaveLength(6_000)
    const ended = answer(page(6_000, 6_100), null)
    await vi.waitFor(() => expect(shown()).toHaveLength(6_100))
    await ended
    expect(store.getSnapshot()).toMatchObject({ whole: true, synced: true })
    expect(shown().map(({ card }) => card.id)).toEqual(page(0, 6_100).map(({ id }) => id))
  })

  it('keeps its recipes when a later page fails', async () => {
    const answer = await connectSlowly()
    await answer(page(0, 3), 'more')
    backend.offline = true
    backend.answer(LIST_RECIPES, () => {
      throw new Problem('OFFLINE')
    })
    await answer(page(3, 4), 'still more')
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', synced: false, connection: 'reconnecting' })
    expect(shown()).toHaveLength(4)
  })

  it('removes nothing before its last page on a reload', async () => {
    backend.cards = page(0, 5)
    await connect()
    const answer = pages()
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    await answer(page(0, 2), 'more')
    expect(shown()).toHaveLength(5)
    await answer(page(2, 4), null)
    expect(shown()).toHaveLength(4)
  })

  it('keeps the object of each unchanged recipe, so that only one card is rendered', async () => {
    backend.cards = page(0, 5)
    await connect()
    const before = shown()
    backend.live.onChange({
      id: 'p0002',
      version: 2,
      card: { ...page(2, 3)[0], version: 2, title: 'New' } as RecipeCard,
    })
    const after = shown()
    expect(after.map((recipe, index) => recipe === before[index])).toEqual([true, true, false, true, true])
    store.retryConnection()
    expect(shown()).toBe(after)
  })

  it('shows a burst of changes once at the start and once at the end', async () => {
    await connect()
    const seen: number[] = []
    store.subscribe(() => seen.push(shown().length))
    for (const card of page(0, 300)) backend.live.onChange({ id: card.id, version: 1, card })
    expect(seen).toEqual([1])
    await vi.advanceTimersByTimeAsync(50)
    expect(seen).toEqual([1, 300])
    await vi.advanceTimersByTimeAsync(500)
    expect(seen).toEqual([1, 300])
  })

  it('shows an answer that a burst has already pushed', async () => {
    await connect()
    const [first, second] = page(0, 2)
    if (first === undefined || second === undefined) throw new Error('no cards')
    for (const card of [first, second]) backend.live.onChange({ id: card.id, version: 1, card })
    expect(shown()).toHaveLength(1)
    await store.retry(second.id, () => Promise.resolve({ ...second, version: 1 }))
    expect(shown()).toHaveLength(2)
  })

  it('is awaited while loading, up to a limit', async () => {
    const answer = await connectSlowly()
    let whole = false
    const waiting = store.untilWhole(800).then(() => {
      whole = true
    })
    await answer(page(0, 2), 'more')
    expect(whole).toBe(false)
    await answer(page(2, 3), null)
    await waiting
    const other = new RecipeStore(backend)
    const begun = Date.now()
    const end = other.untilWhole(800)
    await vi.advanceTimersByTimeAsync(800)
    await end
    expect(Date.now() - begun).toBe(800)
  })
})
