import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecipesSnapshot } from '../../../shared/api/recipes/recipe-store'
import { Problem } from '../../../shared/lib/errors'
import { batchFlag } from '../../../shared/lib/importing/batch-flag'
import { BATCH_DATABASE } from '../../../shared/lib/recipe/personal-data'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import type { Outcome } from '../model/batch'
import { BatchRunner } from './batch-runner'

/** A server with a limit, and the list of its recipes. */
class Kitchen {
  readonly cards = new Map<string, RecipeCard>()
  readonly listeners = new Set<() => void>()
  readonly sent: string[] = []
  /** Number of imports left (`room`), and the time when the limit resets (`again`). */
  room = Number.POSITIVE_INFINITY
  again = ''
  isOffline = false
  mostAtOnce = 0
  ends: (url: string) => Partial<RecipeCard> = () => ({ status: 'SUCCESS' })

  readonly api = {
    create: async (id: string, _language: string, source: { url?: string }) => {
      const url = source.url ?? ''
      this.sent.push(url)
      if (this.isOffline) throw new Problem('OFFLINE')
      const known = this.cards.get(id)
      if (known !== undefined) return known
      if (this.room <= 0) throw new Problem('LIMIT_REACHED', this.again)
      this.room -= 1
      return aCard({ id, url, status: 'PENDING' })
    },
  }
  readonly store = {
    subscribe: (listener: () => void) => {
      this.listeners.add(listener)
      return () => this.listeners.delete(listener)
    },
    getSnapshot: () =>
      ({
        recipes: [...this.cards.values()].map((card) => ({ card, stored: true })),
        whole: true,
        synced: true,
      }) as unknown as RecipesSnapshot,
    retry: async (_id: string, start?: () => Promise<RecipeCard>) => {
      const card = await start?.()
      if (card === undefined) return
      this.put(card)
      this.mostAtOnce = Math.max(
        this.mostAtOnce,
        [...this.cards.values()].filter(({ status }) => status === 'PENDING').length,
      )
      setTimeout(() => this.put({ ...card, ...this.ends(card.url ?? '') }), 10)
    },
  }

  put(card: RecipeCard) {
    this.cards.set(card.id, card)
    for (const listener of this.listeners) listener()
  }
}

let kitchen: Kitchen
const record = vi.fn()
const runnerOf = () => new BatchRunner(kitchen.api as never, kitchen.store, record)
const addressesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `https://example.com/${index}`, title: null, folder: null }))
const counts = (runner: BatchRunner) => {
  const found: Partial<Record<Outcome | 'open', number>> = {}
  for (const { outcome } of runner.getSnapshot()?.items ?? [])
    found[outcome ?? 'open'] = (found[outcome ?? 'open'] ?? 0) + 1
  return found
}

beforeEach(() => {
  // Runners of earlier tests must not receive changes.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  localStorage.clear()
  record.mockClear()
  kitchen = new Kitchen()
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(BATCH_DATABASE)
    request.onsuccess = () => resolve()
    request.onblocked = () => resolve()
  })
})

it('addresses are imported a few at a time', async () => {
  const runner = runnerOf()
  await runner.add(addressesOf(30), addressesOf(2), 'en')
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 30, there: 2 }), 5_000)
  expect(kitchen.mostAtOnce).toBeLessThanOrEqual(4)
  expect(record).toHaveBeenCalledExactlyOnceWith({ name: 'addresses_finished', address_count: 32, imported_count: 30 })
  expect(batchFlag.read()).toBe(0)
  await runner.dismiss()
  expect(runner.getSnapshot()).toBeNull()
  expect(batchFlag.read()).toBeNull()
})

it('the rest waits for the limit and goes on by itself', async () => {
  const runner = runnerOf()
  kitchen.room = 3
  kitchen.again = new Date(Date.now() + 3_600_000).toISOString()
  await runner.add(addressesOf(8), [], 'en')
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 3, open: 5 }), 5_000)
  expect(runner.getSnapshot()?.again).toBe(kitchen.again)
  expect(batchFlag.read()).toBe(5)
  kitchen.room = 100
  await vi.advanceTimersByTimeAsync(3_500_000)
  expect(counts(runner)).toEqual({ imported: 3, open: 5 })
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 8 }), 5_000)
  expect(runner.getSnapshot()?.again).toBeNull()
})

it('another page continues with the same ids', async () => {
  const first = runnerOf()
  kitchen.room = 2
  kitchen.again = new Date(Date.now() + 60_000).toISOString()
  await first.add(addressesOf(5), [], 'en')
  await vi.waitFor(() => expect(counts(first)).toEqual({ imported: 2, open: 3 }), 5_000)
  const ids = first.getSnapshot()?.items.map(({ id }) => id)
  kitchen.room = 100
  const second = runnerOf()
  second.start()
  await vi.waitFor(() => expect(counts(second)).toEqual({ imported: 5 }), 5_000)
  expect(second.getSnapshot()?.items.map(({ id }) => id)).toEqual(ids)
  expect(kitchen.cards.size).toBe(5)
})

it('each failure has its outcome', async () => {
  const codes = ['SITE_BLOCKED', 'NOT_FOUND', 'NOT_A_RECIPE', 'NO_RECIPE_IN_VIDEO', 'INTERNAL', null]
  kitchen.ends = (url) => {
    const errorCode = codes[Number(url.split('/').at(-1))] ?? null
    return errorCode === null ? { status: 'SUCCESS' } : { status: 'FAILED', errorCode }
  }
  const runner = runnerOf()
  await runner.add(addressesOf(6), [], 'en')
  await vi.waitFor(
    () => expect(counts(runner)).toEqual({ blocked: 1, dead: 1, no_recipe: 2, failed: 1, imported: 1 }),
    5_000,
  )
})

it('without a network it waits, and goes on when there is one', async () => {
  kitchen.isOffline = true
  const runner = runnerOf()
  await runner.add(addressesOf(2), [], 'en')
  await vi.waitFor(() => expect(kitchen.sent.length).toBeGreaterThan(0))
  kitchen.isOffline = false
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(70_000)
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 2 }), 5_000)
})

it('cancelling ends what has not been sent', async () => {
  kitchen.room = 1
  kitchen.again = new Date(Date.now() + 60_000).toISOString()
  const runner = runnerOf()
  await runner.add(addressesOf(4), [], 'en')
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 1, open: 3 }), 5_000)
  await runner.cancel()
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 1, cancelled: 3 }), 5_000)
})

it('a sign-out ends it, and the next owner does not see it', async () => {
  kitchen.room = 1
  kitchen.again = new Date(Date.now() + 60_000).toISOString()
  localStorage.setItem('zest.member', 'ann')
  const runner = runnerOf()
  await runner.add(addressesOf(4), [], 'en')
  await vi.waitFor(() => expect(counts(runner)).toEqual({ imported: 1, open: 3 }), 5_000)
  localStorage.clear()
  kitchen.room = 100
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() => expect(runner.getSnapshot()).toBeNull())
  expect(kitchen.cards.size).toBe(1)
  localStorage.setItem('zest.member', 'ben')
  const next = runnerOf()
  next.start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(next.getSnapshot()).toBeNull()
  expect(batchFlag.read()).toBeNull()
})

it('a guest who signs in keeps it', async () => {
  kitchen.room = 1
  kitchen.again = new Date(Date.now() + 60_000).toISOString()
  const guest = runnerOf()
  await guest.add(addressesOf(3), [], 'en')
  await vi.waitFor(() => expect(counts(guest)).toEqual({ imported: 1, open: 2 }), 5_000)
  localStorage.setItem('zest.member', 'ann')
  kitchen.room = 100
  const member = runnerOf()
  member.start()
  await vi.waitFor(() => expect(counts(member)).toEqual({ imported: 3 }), 5_000)
})
