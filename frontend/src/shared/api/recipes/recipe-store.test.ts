import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CREATE_RECIPE, DELETE_RECIPE, GET_RECIPE, LIST_RECIPES, RETRY_RECIPE } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { FirstCards } from '../../lib/list/first-cards'
import { aCard, aRecipe } from '../../lib/test-support'
import { asAnswer, ScriptedBackend } from '../test-support'
import { RecipeStore } from './recipe-store'

let backend: ScriptedBackend
let store: RecipeStore
const opened: RecipeStore[] = []

beforeEach(() => {
  vi.useFakeTimers()
  backend = new ScriptedBackend()
  store = open()
})

afterEach(() => {
  for (const each of opened.splice(0)) each.stop()
  vi.useRealTimers()
})

/** Opens the app as a new page of the same browser. */
function open(): RecipeStore {
  const page = new RecipeStore(backend)
  opened.push(page)
  return page
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = (page = store) => page.getSnapshot().recipes

async function connect(page = store): Promise<void> {
  page.start()
  await settle()
  backend.live.onAcknowledged()
  await settle()
}

const refuseWith = (code: 'OFFLINE' | 'ADDRESS_NOT_ALLOWED' | 'UNAUTHORIZED' | 'RECIPE_NOT_FOUND') => () => {
  throw new Problem(code)
}

describe('submission', () => {
  it('is in the list at once and becomes the recipe of the answer', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, ({ input }: { input: { id: string; url: string } }) => ({
      createRecipe: asAnswer({ id: input.id, url: input.url, title: null, status: 'PENDING', stage: 'FETCHING' }),
    }))
    const id = store.submit('https://example.com/soup', 'en')
    expect(shown()).toMatchObject([{ stored: false, card: { id, status: 'PENDING', url: 'https://example.com/soup' } }])
    await settle()
    expect(shown()).toMatchObject([{ stored: true, card: { id, stage: 'FETCHING', nutritionStatus: 'SUCCESS' } }])
    expect(localStorage).toHaveLength(0)
  })

  it('survives a lost network and is resent with the same id', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, refuseWith('OFFLINE'))
    const id = store.submit('https://example.com/soup', 'en')
    await settle()
    expect(shown()).toMatchObject([{ stored: false, card: { id, status: 'FAILED', errorCode: 'OFFLINE' } }])
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: asAnswer({ id, status: 'PENDING' }) }))
    await store.retry(id)
    expect(shown()).toMatchObject([{ stored: true, card: { id } }])
    const ids = backend.sent.filter(({ operation }) => operation === CREATE_RECIPE).map(({ variables }) => variables)
    expect(ids).toMatchObject([{ input: { id } }, { input: { id } }])
  })

  it('is resent automatically on reconnection', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, refuseWith('OFFLINE'))
    const id = store.submit('https://example.com/soup', 'en')
    await settle()
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: asAnswer({ id, status: 'PENDING' }) }))
    backend.live.onDisrupted()
    backend.live.onAcknowledged()
    await settle()
    expect(shown()).toMatchObject([{ stored: true, card: { id } }])
  })

  it('is resent if the connection returned before the call failed', async () => {
    await connect()
    let giveUp: (reason: Problem) => void = () => undefined
    backend.answer(CREATE_RECIPE, () => new Promise((_, reject) => (giveUp = reject)))
    const id = store.submit('https://example.com/soup', 'en')
    await settle()
    backend.live.onDisrupted()
    backend.live.onAcknowledged()
    await settle()
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: asAnswer({ id, status: 'PENDING' }) }))
    giveUp(new Problem('OFFLINE'))
    await settle()
    expect(shown()).toMatchObject([{ stored: true, card: { id } }])
  })

  it('without an answer is resent by the next visit', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, refuseWith('OFFLINE'))
    const id = store.submit('https://example.com/soup', 'en')
    await settle()
    store.stop()
    backend.cards = [aCard({ id })]
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: asAnswer({ id }) }))
    const next = open()
    await connect(next)
    expect(backend.countOf(CREATE_RECIPE)).toBe(2)
    expect(shown(next)).toMatchObject([{ stored: true, card: { id } }])
  })

  it('that was refused shows the reason, is not stored, and is removed without a call', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, refuseWith('ADDRESS_NOT_ALLOWED'))
    const id = store.submit('http://10.0.0.1/', 'en')
    await settle()
    expect(shown()).toMatchObject([{ card: { errorCode: 'ADDRESS_NOT_ALLOWED' } }])
    expect(open().getSnapshot().recipes).toEqual([])
    store.remove(id, null)
    expect(shown()).toEqual([])
    expect(store.getSnapshot().deletions).toEqual([])
  })

  it('with an empty answer is kept and shows a problem', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: null }))
    const id = store.submit('https://example.com/soup', 'en')
    await settle()
    expect(shown()).toMatchObject([{ stored: false, card: { id, status: 'FAILED', errorCode: 'CREATE_EMPTY' } }])
    expect(open().getSnapshot().recipes).toHaveLength(1)
    backend.answer(CREATE_RECIPE, () => ({ createRecipe: asAnswer({ id, status: 'PENDING' }) }))
    await store.retry(id)
    expect(shown()).toMatchObject([{ stored: true, card: { id, status: 'PENDING' } }])
    expect(localStorage).toHaveLength(0)
  })

  it('is replaced by a card that was pushed before its answer', async () => {
    await connect()
    backend.answer(CREATE_RECIPE, () => new Promise(() => undefined))
    const id = store.submit('https://example.com/soup', 'en')
    backend.live.onChange({ id, version: 2, card: aCard({ id, version: 2, status: 'PENDING', stage: 'EXTRACTING' }) })
    expect(shown()).toMatchObject([{ stored: true, card: { id, stage: 'EXTRACTING' } }])
  })
})

describe('deletion', () => {
  const { id } = aCard()
  beforeEach(async () => {
    backend.cards = [aCard()]
    await connect()
  })

  it('hides the card at once and deletes only when carried out', async () => {
    store.remove(id, 'Lentil soup')
    expect(shown()).toEqual([])
    expect(store.getSnapshot().deletions).toMatchObject([{ id, title: 'Lentil soup' }])
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
    await store.carryOut(id)
    expect(backend.countOf(DELETE_RECIPE)).toBe(1)
    expect(shown()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('can be undone', async () => {
    store.remove(id, null)
    store.takeBack(id)
    expect(shown()).toHaveLength(1)
    await store.carryOut(id)
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
  })

  it('is sent when the page is closed', () => {
    store.remove(id, null)
    expect(backend.prepareOwnership).toHaveBeenCalled()
    window.dispatchEvent(new Event('pagehide'))
    expect(backend.left).toEqual([{ id }])
  })

  it('left by a closed page is carried out by the next one, without a message', async () => {
    store.remove(id, null)
    store.stop()
    const next = open()
    await connect(next)
    expect(shown(next)).toEqual([])
    expect(next.getSnapshot().deletions).toEqual([])
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(backend.countOf(DELETE_RECIPE)).toBe(1)
  })

  it('undone in the other tab is not carried out here', async () => {
    store.remove(id, null)
    const other = open()
    await connect(other)
    store.takeBack(id)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(backend.countOf(DELETE_RECIPE)).toBe(0)
    expect(shown(other)).toHaveLength(1)
  })

  it('without a network is kept and carried out later', async () => {
    backend.answer(DELETE_RECIPE, refuseWith('OFFLINE'))
    store.remove(id, null)
    await store.carryOut(id)
    expect(shown()).toEqual([])
    backend.answer(DELETE_RECIPE, () => ({ deleteRecipe: { id } }))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(backend.countOf(DELETE_RECIPE)).toBe(2)
    expect(localStorage).toHaveLength(0)
  })

  it('that is refused shows the card again with the reason', async () => {
    backend.answer(DELETE_RECIPE, refuseWith('UNAUTHORIZED'))
    store.remove(id, 'Lentil soup')
    await store.carryOut(id)
    expect(shown()).toHaveLength(1)
    expect(store.getSnapshot().failures).toEqual([{ id, title: 'Lentil soup', problem: 'UNAUTHORIZED' }])
    store.dismissFailure(id)
    expect(store.getSnapshot().failures).toEqual([])
  })

  it('with an empty answer is not treated as done', async () => {
    backend.answer(DELETE_RECIPE, () => ({ deleteRecipe: null }))
    store.remove(id, 'Lentil soup')
    await store.carryOut(id)
    expect(shown()).toHaveLength(1)
    expect(store.getSnapshot().failures).toEqual([{ id, title: 'Lentil soup', problem: 'DELETE_FAILED' }])
  })

  it('of an already deleted recipe is done', async () => {
    backend.answer(DELETE_RECIPE, refuseWith('RECIPE_NOT_FOUND'))
    store.remove(id, null)
    await store.carryOut(id)
    expect(shown()).toEqual([])
    expect(store.getSnapshot().failures).toEqual([])
  })
})

it('a failed import is retried by the server', async () => {
  const { id } = aCard()
  backend.cards = [aCard({ status: 'FAILED', errorCode: 'TIMED_OUT' })]
  backend.answer(RETRY_RECIPE, () => ({ retryRecipe: asAnswer({ status: 'PENDING', version: 2 }) }))
  await connect()
  await store.retry(id)
  expect(shown()).toMatchObject([{ card: { status: 'PENDING', version: 2 } }])
  backend.answer(RETRY_RECIPE, refuseWith('UNAUTHORIZED'))
  await expect(store.retry(id)).rejects.toThrow('UNAUTHORIZED')
  backend.answer(RETRY_RECIPE, () => ({ retryRecipe: null }))
  await expect(store.retry(id)).rejects.toThrow('CREATE_EMPTY')
})

describe('change of the caller', () => {
  it('hides full recipes of the former caller', async () => {
    const { id } = aCard()
    backend.answer(GET_RECIPE, () => ({ getRecipe: aRecipe({ notes: 'secret' }) }))
    await connect()
    await store.cache.get(id)
    expect(store.cache.peek(id)).not.toBeNull()
    store.restart('same')
    expect(store.cache.peek(id)).not.toBeNull()
    store.restart('other')
    expect(store.cache.peek(id)).toBeNull()
  })

  it('hides the list of the former caller, including pending answers', async () => {
    backend.cards = [aCard({ title: 'Secret soup' })]
    await connect()
    let late: (answer: unknown) => void = () => {}
    backend.answer(
      LIST_RECIPES,
      () =>
        new Promise((resolve) => {
          late = resolve
        }),
    )
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    const seen: unknown[] = []
    store.subscribe(() => seen.push(...shown().map(({ card }) => card.title)))
    store.restart('other')
    expect(store.getSnapshot()).toMatchObject({ recipes: [], phase: 'loading', whole: false, synced: false })
    late({ listRecipes: { items: [aCard({ title: 'Secret soup' })], nextToken: null } })
    await settle()
    expect(seen).toEqual([])
    expect(store.getSnapshot().phase).toBe('loading')
  })
})

describe('offline', () => {
  const kept = {
    list: vi.fn(async () => ({ keptAt: 1_000, cards: [aCard({ id: 'a'.repeat(32), title: 'Kept' })] })),
    recipe: vi.fn(async () => aRecipe({ id: 'a'.repeat(32), title: 'Kept' })),
  }
  const openWithKept = () => {
    const page = new RecipeStore(backend, { loadKept: async () => kept })
    opened.push(page)
    return page
  }

  it('shows the kept list with its date until the server answers', async () => {
    backend.offline = true
    const page = openWithKept()
    page.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(shown(page).map(({ card }) => card.title)).toEqual(['Kept'])
    expect(page.getSnapshot()).toMatchObject({ phase: 'ready', whole: false, synced: false, keptAt: 1_000 })

    backend.offline = false
    backend.cards = [aCard({ id: 'b'.repeat(32), title: 'Fresh' })]
    page.retryConnection()
    await settle()
    expect(shown(page).map(({ card }) => card.title)).toEqual(['Fresh'])
    expect(page.getSnapshot().keptAt).toBeNull()
  })

  it('does not read kept data while the server answers', async () => {
    const page = openWithKept()
    backend.cards = [aCard({ title: 'Fresh' })]
    await connect(page)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shown(page).map(({ card }) => card.title)).toEqual(['Fresh'])
    expect(page.getSnapshot().keptAt).toBeNull()
  })

  it('shows the kept list only to its owner', async () => {
    backend.offline = true
    const page = openWithKept()
    let answer: (list: Awaited<ReturnType<typeof kept.list>>) => void = () => undefined
    kept.list.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    page.start()
    await vi.advanceTimersByTimeAsync(3_000)
    page.restart('other', new Promise(() => undefined))
    answer({ keptAt: 1_000, cards: [aCard({ title: 'Of another' })] })
    await settle()
    expect(shown(page)).toEqual([])
  })

  it('has a full recipe until the server reports it as deleted', async () => {
    const page = openWithKept()
    backend.offline = true
    expect(await page.cache.get('a'.repeat(32))).toMatchObject({ title: 'Kept' })
    backend.offline = false
    page.cache.forget(['a'.repeat(32)])
    await expect(page.cache.get('a'.repeat(32))).rejects.toThrow('RECIPE_NOT_FOUND')
  })
})

describe('stored first cards', () => {
  const first = () => new FirstCards(localStorage, 'query')
  const visit = () => {
    const page = new RecipeStore(backend, { first: first() })
    opened.push(page)
    return page
  }

  it('are shown before the server answers, and replaced by its list', async () => {
    first().write([aCard({ id: 'a', title: 'Old' }), aCard({ id: 'gone' })])
    const page = visit()
    expect(page.showsAtOnce).toBe(true)
    expect(page.getSnapshot()).toMatchObject({ phase: 'ready', whole: false, synced: false, keptAt: null })
    expect(shown(page).map(({ card }) => card.id)).toEqual(['a', 'gone'])
    const newer = aCard({ id: 'a', title: 'New', version: 9 })
    backend.answer(LIST_RECIPES, () => ({ listRecipes: { items: [newer], nextToken: null } }))
    await connect(page)
    expect(shown(page).map(({ card }) => card)).toEqual([newer])
    expect(first().read()).toEqual([newer])
  })

  it('are neither shown nor kept for another caller', async () => {
    first().write([aCard()])
    const page = visit()
    page.restart('other')
    expect(shown(page)).toEqual([])
    expect(first().read()).toEqual([])
  })
})
