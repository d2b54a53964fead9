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
const titles = () => store.getSnapshot().recipes.map(({ card }) => card.title)

/** @param before runs between the first page and the acknowledgement. */
async function connect(before: () => void = () => undefined): Promise<void> {
  store.start()
  await settle()
  before()
  backend.live.onAcknowledged()
  await settle()
}

describe('live list', () => {
  it('is readable before its subscription is acknowledged, and synced afterwards', async () => {
    backend.cards = [aCard()]
    store.start()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', whole: true, synced: false, connection: 'connecting' })
    expect(titles()).toEqual(['Lentil soup'])
    backend.cards = [aCard(), aCard({ id: 'n', title: 'Made meanwhile' })]
    backend.live.onAcknowledged()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', synced: true, connection: 'connected' })
    expect(titles()).toContain('Made meanwhile')
  })

  it('loads only the first page before its subscription', async () => {
    slowPages(100, 10)
    store.start()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(backend.countOf(LIST_RECIPES)).toBe(1)
    expect(store.getSnapshot()).toMatchObject({ phase: 'ready', whole: false, synced: false })
    expect(titles()).toEqual(['R0'])
  })

  it.each([
    ['fails', async () => Promise.reject(new Problem('UNKNOWN')), 0],
    ['is not answered', () => new Promise(() => undefined), 20_500],
  ])('is subscribed to although the first look %s', async (_, answer, afterMs) => {
    backend.answer(LIST_RECIPES, answer)
    store.start()
    await settle()
    slowPages(10, 1)
    await vi.advanceTimersByTimeAsync(afterMs)
    expect(backend.listening).toHaveLength(1)
  })

  it('reads all pages', async () => {
    const pages = new Map([
      [null, { items: [aCard({ id: 'a', title: 'A' })], nextToken: 'more' }],
      ['more', { items: [aCard({ id: 'b', title: 'B' })], nextToken: null }],
    ])
    backend.answer(LIST_RECIPES, ({ nextToken }: { nextToken: string | null }) => ({
      listRecipes: pages.get(nextToken),
    }))
    await connect()
    expect(titles()).toEqual(['A', 'B'])
  })

  function slowPages(pageMs: number, pages: number): void {
    backend.answer(LIST_RECIPES, async ({ nextToken }: { nextToken: string | null }) => {
      const page = Number(nextToken ?? '0')
      await new Promise((resolve) => setTimeout(resolve, pageMs))
      const items = [aCard({ id: `r${page}`, title: `R${page}` })]
      return { listRecipes: { items, nextToken: page + 1 < pages ? String(page + 1) : null } }
    })
  }

  it('does not time out while a long list makes progress', async () => {
    await connect(() => slowPages(4_000, 10))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(store.getSnapshot()).toMatchObject({ synced: true, connection: 'connected' })
    expect(titles()).toHaveLength(10)
    expect(backend.countOf(LIST_RECIPES)).toBe(11)
    expect(backend.listening).toHaveLength(1)
  })

  it('aborts a load that stalls', async () => {
    await connect(() => slowPages(60_000, 2))
    slowPages(10, 2)
    await vi.advanceTimersByTimeAsync(21_000)
    backend.live.onAcknowledged()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.getSnapshot().synced).toBe(true)
  })

  it('aborts a load that another one replaces', async () => {
    await connect(() => slowPages(1_000, 10))
    await vi.advanceTimersByTimeAsync(2_500)
    backend.live.onAcknowledged()
    await vi.advanceTimersByTimeAsync(20_000)
    // 1 page at first, 3 pages in the first load, 10 in the second.
    expect(backend.countOf(LIST_RECIPES)).toBe(14)
    expect(store.getSnapshot().synced).toBe(true)
  })

  it('applies a change that arrives during the load', async () => {
    store.start()
    await settle()
    backend.live.onAcknowledged()
    backend.live.onChange({ id: 'n', version: 1, card: aCard({ id: 'n', title: 'New' }) })
    await settle()
    expect(titles()).toEqual(['New'])
  })

  it('is not synced while disrupted, and recovers by loading and subscribing again', async () => {
    await connect()
    backend.offline = true
    backend.live.onDisrupted()
    expect(store.getSnapshot()).toMatchObject({ synced: false, connection: 'reconnecting', phase: 'ready' })
    await vi.advanceTimersByTimeAsync(3_000)
    const tries = backend.countOf(LIST_RECIPES)
    expect(tries).toBeGreaterThan(2)
    backend.offline = false
    backend.cards = [aCard({ title: 'Made meanwhile' })]
    await vi.advanceTimersByTimeAsync(4_000)
    // The list is current before the subscription is acknowledged, but live only afterwards.
    expect(titles()).toEqual(['Made meanwhile'])
    expect(store.getSnapshot().synced).toBe(false)
    backend.live.onAcknowledged()
    await settle()
    expect(store.getSnapshot()).toMatchObject({ synced: true, connection: 'connected' })
    expect(backend.listening.filter(({ ended }) => !ended)).toHaveLength(1)
  })

  it('reloads when the library reconnects by itself', async () => {
    await connect()
    backend.live.onDisrupted()
    backend.cards = [aCard({ title: 'Missed' })]
    backend.live.onAcknowledged()
    await settle()
    expect(titles()).toEqual(['Missed'])
    expect(store.getSnapshot().synced).toBe(true)
  })

  it('refreshes the session after a subscription error, and backs off from one second', async () => {
    await connect()
    backend.live.onError()
    expect(store.getSnapshot().connection).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(400)
    expect(backend.refreshSession).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(700)
    expect(backend.refreshSession).toHaveBeenCalledTimes(1)
    backend.live.onAcknowledged()
    await settle()
    expect(store.getSnapshot().synced).toBe(true)
  })

  it('replaces a subscription that is never acknowledged', async () => {
    store.start()
    await settle()
    const first = backend.listening[0]
    await vi.advanceTimersByTimeAsync(5_000)
    expect(first?.ended).toBe(true)
    expect(backend.listening.length).toBeGreaterThan(1)
    expect(store.getSnapshot().phase).toBe('ready')
  })

  it('reports the server as unreachable only if nothing was ever loaded', async () => {
    backend.offline = true
    store.start()
    await settle()
    expect(store.getSnapshot().phase).toBe('unreachable')
    backend.offline = false
    store.retryConnection()
    await settle()
    backend.live.onAcknowledged()
    await settle()
    expect(store.getSnapshot().phase).toBe('ready')
  })

  it.each(['online', 'visibilitychange'])('looks again on %s', async (event) => {
    await connect()
    backend.cards = [aCard({ title: 'Later' })]
    const target = event === 'online' ? window : document
    target.dispatchEvent(new Event(event))
    await settle()
    expect(titles()).toEqual(['Later'])
  })

  it('sends nothing after it was stopped', async () => {
    await connect()
    backend.live.onError()
    store.stop()
    const calls = backend.sent.length
    expect(backend.listening.every(({ ended }) => ended)).toBe(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(backend.sent).toHaveLength(calls)
    expect(backend.refreshSession).not.toHaveBeenCalled()
    expect(store.getSnapshot().synced).toBe(false)
  })
})

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
