import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_RECIPES } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { aCard } from '../../lib/test-support'
import { ScriptedBackend } from '../test-support'
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
