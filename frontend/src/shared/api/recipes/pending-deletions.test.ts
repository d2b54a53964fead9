import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DELETE_ALL_RECIPES, DELETE_RECIPE, DELETE_RECIPES, LIST_RECIPES } from '../../../contract/operations'
import type { StorageArea } from '../../lib/browser/storage'
import { Problem } from '../../lib/errors'
import { aCard } from '../../lib/test-support'
import { ScriptedBackend } from '../test-support'
import { RecipeStore } from './recipe-store'

let backend: ScriptedBackend
let store: RecipeStore
const opened: RecipeStore[] = []

const names = Array.from({ length: 120 }, (_, index) => `r${String(index).padStart(3, '0')}`)
const asked = (some: readonly string[]) => some.map((id) => ({ id, title: `Recipe ${id}` }))
const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = (page = store) => page.getSnapshot().recipes.map(({ card }) => card.id)
const sentIds = () =>
  backend.sent
    .filter(({ operation }) => operation === DELETE_RECIPES)
    .map(({ variables }) => (variables as { ids: string[] }).ids)

beforeEach(async () => {
  vi.useFakeTimers()
  onLateDeletions.mockReset()
  backend = new ScriptedBackend()
  backend.cards = names.map((id) => aCard({ id }))
  store = await open()
})

afterEach(() => {
  for (const each of opened.splice(0)) each.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const onLateDeletions = vi.fn()
async function open(storage: StorageArea = localStorage): Promise<RecipeStore> {
  const page = new RecipeStore(backend, { onLateDeletions, storage })
  opened.push(page)
  page.start()
  await settle()
  backend.live.onAcknowledged()
  await settle()
  return page
}

const answerWith = (error: (id: string) => string | null) =>
  backend.answer(DELETE_RECIPES, ({ ids }: { ids: string[] }) => ({
    deleteRecipes: ids.map((id) => ({ id, deleted: error(id) === null, error: error(id) })),
  }))

describe('batch deletion', () => {
  it('hides all at once and deletes in as few calls as the server accepts', async () => {
    store.removeAll(asked(names))
    expect(shown()).toEqual([])
    expect(store.getSnapshot().deletions).toMatchObject([{ id: 'r000', title: 'Recipe r000', count: 120 }])
    expect(sentIds()).toEqual([])
    await store.carryOut('r000')
    expect(sentIds().map((ids) => ids.length)).toEqual([50, 50, 20])
    expect(sentIds().flat().sort()).toEqual(names)
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
    expect(localStorage).toHaveLength(0)
  })

  it('undo restores all', () => {
    store.removeAll(asked(names.slice(0, 3)))
    store.takeBack('r000')
    expect(shown()).toHaveLength(120)
    expect(localStorage).toHaveLength(0)
  })

  it('reports each refused recipe and shows it again', async () => {
    answerWith((id) => (id === 'r001' ? 'Unauthorized' : id === 'r002' ? 'something new' : null))
    store.removeAll(asked(names.slice(0, 4)))
    await store.carryOut('r000')
    expect(shown()).toEqual(['r001', 'r002', ...names.slice(4)])
    const { report, failures } = store.getSnapshot()
    expect(failures).toEqual([])
    expect(report).toEqual({
      id: 'r000',
      count: 4,
      failed: [
        { id: 'r001', title: 'Recipe r001', problem: 'UNAUTHORIZED' },
        { id: 'r002', title: 'Recipe r002', problem: 'UNKNOWN' },
      ],
    })
    store.dismissReport()
    expect(store.getSnapshot().report).toBeNull()
  })

  it('treats an already deleted recipe as deleted', async () => {
    answerWith((id) => (id === 'r001' ? 'Recipe with id r001 not found' : null))
    store.removeAll(asked(names.slice(0, 2)))
    await store.carryOut('r000')
    expect(store.getSnapshot().report).toBeNull()
    expect(shown()).toEqual(names.slice(2))
  })

  it('waits for the network; a busy recipe waits alone', async () => {
    answerWith((id) => (id === 'r001' ? 'Zest is busy. Try again in a moment.' : null))
    store.removeAll(asked(names.slice(0, 2)))
    await store.carryOut('r000')
    expect(shown()).toEqual(names.slice(2))
    expect(store.getSnapshot()).toMatchObject({ deletions: [], report: null })
    expect(localStorage).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(backend.sent.at(-1)).toMatchObject({ operation: DELETE_RECIPE, variables: { id: 'r001' } })
    expect(localStorage).toHaveLength(0)
  })

  it('waits as a whole without a network and is sent on reconnection', async () => {
    store.removeAll(asked(names.slice(0, 60)))
    backend.offline = true
    await store.carryOut('r000')
    expect(shown()).toEqual(names.slice(60))
    backend.offline = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(localStorage).toHaveLength(0)
    expect(shown()).toEqual(names.slice(60))
  })

  it('is sent when the page is closed', () => {
    store.removeAll(asked(names.slice(0, 60)))
    window.dispatchEvent(new Event('pagehide'))
    expect(backend.left).toEqual([{ ids: names.slice(0, 50) }, { ids: names.slice(50, 60) }])
  })

  it('left by a closed page is carried out as a whole by the next one', async () => {
    store.removeAll(asked(names.slice(0, 3)))
    store.stop()
    const next = await open()
    expect(shown(next)).toEqual(names.slice(3))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sentIds()).toEqual([names.slice(0, 3)])
  })

  it('asked for twice is carried out once', async () => {
    store.removeAll(asked(names.slice(0, 2)))
    store.removeAll(asked(names.slice(0, 3)))
    expect(store.getSnapshot().deletions).toMatchObject([{ count: 2 }, { id: 'r002', count: 1 }])
  })
})

describe('while undo is offered', () => {
  /** Locks shared by all tabs of a browser. */
  function browserLocks() {
    const held = new Map<string, Promise<void>>()
    return {
      request(name: string, act: () => Promise<void>): Promise<void> {
        const done = (held.get(name) ?? Promise.resolve()).then(act)
        held.set(name, done)
        return done
      },
    }
  }
  const lock = (locks: unknown) => vi.stubGlobal('navigator', { onLine: true, locks })

  it('no other tab deletes, and an undone deletion is never sent', async () => {
    lock(browserLocks())
    store.removeAll(asked(names.slice(0, 2)))
    const other = await open()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(shown(other)).toEqual(names.slice(2))
    store.takeBack('r000')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sentIds()).toEqual([])
    expect(shown()).toHaveLength(120)
    expect(shown(other)).toHaveLength(120)
  })

  it('an undone deletion is not sent by a tab that sees the lock before the storage change', async () => {
    lock(browserLocks())
    store.removeAll(asked(names.slice(0, 2)))
    const left = new Map(Object.entries(localStorage))
    const other = await open({
      length: left.size,
      key: (index) => [...left.keys()][index] ?? null,
      getItem: (key) => left.get(key) ?? null,
      setItem: (key, text) => left.set(key, text),
      removeItem: (key) => left.delete(key),
    })
    await vi.advanceTimersByTimeAsync(60_000)
    store.takeBack('r000')
    await vi.advanceTimersByTimeAsync(10)
    left.clear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentIds()).toEqual([])
    expect(shown(other)).toHaveLength(120)
  })

  it('no other tab deletes, and none repeats the deletion afterwards', async () => {
    lock(browserLocks())
    store.removeAll(asked(names.slice(0, 2)))
    await open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentIds()).toEqual([])
    await store.carryOut('r000')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentIds()).toEqual([names.slice(0, 2)])
  })

  it('new credentials do not shorten it', async () => {
    store.removeAll(asked(names.slice(0, 2)))
    store.restart('same')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentIds()).toEqual([])
  })

  it('a browser without locks deletes what another tab left after a delay', async () => {
    lock({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })
    store.removeAll(asked(names.slice(0, 2)))
    store.stop()
    await open()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sentIds()).toEqual([names.slice(0, 2)])
  })
})

describe('deletions without an answer', () => {
  it('sent on page close are reported by the next visit, which finds them gone', async () => {
    store.removeAll(asked(names.slice(0, 3)))
    window.dispatchEvent(new Event('pagehide'))
    store.stop()
    answerWith((id) => (id === 'r001' ? null : `Recipe with id ${id} not found`))
    await open()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(onLateDeletions.mock.calls).toEqual([[['r000', 'r002']]])
    expect(localStorage).toHaveLength(0)
  })

  it('a recipe deleted elsewhere is not reported', async () => {
    backend.answer(DELETE_RECIPE, () => Promise.reject(new Problem('RECIPE_NOT_FOUND')))
    store.remove('r000', null)
    await store.carryOut('r000')
    expect(onLateDeletions).not.toHaveBeenCalled()
  })

  it('without an ownership proof nothing was sent and nothing is reported', async () => {
    vi.spyOn(backend, 'sendOnLeaving').mockReturnValue(false)
    store.removeAll(asked(names.slice(0, 2)))
    window.dispatchEvent(new Event('pagehide'))
    answerWith((id) => `Recipe with id ${id} not found`)
    await store.carryOut('r000')
    expect(onLateDeletions).not.toHaveBeenCalled()
  })

  it('deleting all is reported and reloads the list', async () => {
    backend.answer(DELETE_ALL_RECIPES, () => ({ deleteAllRecipes: { deleted: 120, done: true } }))
    const progress = vi.fn()
    backend.cards = []
    await store.deleteAll(progress)
    expect(progress).toHaveBeenCalledExactlyOnceWith(120)
    expect(onLateDeletions.mock.calls.flat(2).sort()).toEqual(names)
    expect(shown()).toEqual([])
  })

  it('a refused deletion of all is not reported, but clears this browser', async () => {
    backend.answer(DELETE_ALL_RECIPES, () => Promise.reject(new Problem('BUSY')))
    backend.answer(LIST_RECIPES, () => new Promise(() => undefined))
    await expect(store.deleteAll(() => undefined)).rejects.toThrow('BUSY')
    expect(onLateDeletions).not.toHaveBeenCalled()
    expect(store.getSnapshot().phase).toBe('loading')
  })
})

describe('sign-out', () => {
  it('carries out pending deletions and clears unsent work', async () => {
    store.removeAll(asked(names.slice(0, 2)))
    backend.offline = true
    store.submit('https://example.com/secret', 'en')
    await settle()
    backend.offline = false
    await store.leave()
    expect(sentIds()).toEqual([names.slice(0, 2)])
    expect(localStorage).toHaveLength(0)
    store.restart('other')
    expect(shown()).toEqual([])
  })

  it('is not blocked by a lost network', async () => {
    store.removeAll(asked(names.slice(0, 2)))
    backend.offline = true
    await store.leave()
    expect(localStorage).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentIds()).toHaveLength(1)
  })
})

it('a late refusal is not shown to the next user', async () => {
  let refuse = () => {}
  backend.answer(
    DELETE_RECIPE,
    () =>
      new Promise((_, reject) => {
        refuse = () => reject(new Problem('UNAUTHORIZED'))
      }),
  )
  store.remove('r000', 'Secret soup')
  const done = store.carryOut('r000')
  store.restart('other')
  // The new caller's list contains the recipe: the deletion has no answer yet, and a member takes over the guest's
  // recipes.
  await settle()
  refuse()
  await done
  expect(store.getSnapshot().failures).toEqual([])
})
