import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import { baseOf, draftOf } from '../../../shared/lib/editing/draft'
import { STORED_DRAFT } from '../../../shared/lib/editing/stored-draft'
import { Problem, type ProblemCode } from '../../../shared/lib/errors'
import { type WaitingEdit, WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { aRecipe } from '../../../shared/lib/test-support'
import { EditSender } from './edit-sender'

const id = (number: number) => String(number).padStart(32, '0')

let stored: Map<string, Recipe>
let sent: { id: string; version: number; changes: object }[]
let failure: ProblemCode | null
let asked: number
let edits: WaitingEdits
let ends: (() => void)[]

beforeEach(() => {
  stored = new Map([id(1), id(2)].map((one) => [one, aRecipe({ id: one, title: 'Soup', servings: 4, version: 1 })]))
  sent = []
  failure = null
  asked = 0
  edits = new WaitingEdits()
  ends = []
})

afterEach(() => {
  for (const end of ends) end()
  vi.useRealTimers()
})

/** Like the server: another version than the stored one is a conflict. */
const update: RecipeApi['update'] = async (recipeId, version, changes) => {
  asked += 1
  if (failure !== null) throw new Problem(failure)
  const before = stored.get(recipeId)
  if (before === undefined) throw new Problem('RECIPE_NOT_FOUND')
  if (before.version !== version) throw new Problem('CONFLICT')
  sent.push({ id: recipeId, version, changes })
  const { title = before.title, recipeLinks } = changes
  const links = recipeLinks ?? before.recipeLinks
  const after: Recipe = { ...before, title, recipeLinks: [...links], version: version + 1 }
  stored.set(recipeId, after)
  return after
}
const get = async (recipeId: string) => stored.get(recipeId) ?? aRecipe()
const sender = () => new EditSender({ get, update }, new WaitingEdits())

function titled(recipeId: string, title: string, savedAt: string): WaitingEdit {
  const base = baseOf(stored.get(recipeId) ?? aRecipe())
  let key = 0
  return { id: recipeId, savedAt, base, draft: { ...draftOf(base.content, () => `k${key++}`), title } }
}

function line(text: string): Recipe['ingredients'][number] {
  return { name: text, quantity: '', unit: '', note: null, text, group: null, stepMapping: [], doubt: null }
}

const drafts = () => new StoredCollection('zest.draft.', STORED_DRAFT).all().map((draft) => draft.draft.title)

it('sends waiting edits in the order of saving, with changed fields only', async () => {
  edits.put(titled(id(2), 'Second', '2026-11-22T11:00:00.000Z'))
  edits.put(titled(id(1), 'First', '2026-11-22T10:00:00.000Z'))
  await sender().sendAll()
  expect(sent).toEqual([
    { id: id(1), version: 1, changes: { title: 'First' } },
    { id: id(2), version: 1, changes: { title: 'Second' } },
  ])
  expect(edits.count()).toBe(0)
})

it('keeps waiting offline or signed out', async () => {
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  for (const code of ['OFFLINE', 'UNAUTHORIZED', 'BUSY'] as const) {
    failure = code
    await sender().sendAll()
    expect(edits.of(id(1))?.draft.title, code).toBe('Better')
  }
  failure = null
  await sender().sendAll()
  expect(stored.get(id(1))?.title).toBe('Better')
})

it('sends links after the edit, to the lines as they are now', async () => {
  stored.set(id(1), aRecipe({ id: id(1), version: 1, ingredients: [line('dough'), line('oil')], recipeLinks: [] }))
  const links = ['dough', 'gone'].map((text) => ({ text, recipe: id(2) }))
  edits.put({ ...titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'), links })
  stored.set(id(1), aRecipe({ id: id(1), version: 3, ingredients: [line('oil'), line('dough')], recipeLinks: [] }))
  await sender().sendAll()
  expect(sent.at(-1)).toEqual({ id: id(1), version: 4, changes: { recipeLinks: [{ line: 1, recipe: id(2) }] } })
  expect(edits.count()).toBe(0)
})

it('sends links of an edit that becomes a draft', async () => {
  edits.put({ ...titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'), links: [{ text: 'dough', recipe: id(2) }] })
  stored.set(id(1), aRecipe({ id: id(1), title: 'Broth', version: 3, ingredients: [line('dough')] }))
  await sender().sendAll()
  expect(sent).toEqual([{ id: id(1), version: 3, changes: { recipeLinks: [{ line: 0, recipe: id(2) }] } }])
  expect(drafts()).toEqual(['Better'])
})

it('is merged with changes made elsewhere', async () => {
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  stored.set(id(1), aRecipe({ id: id(1), title: 'Soup', servings: 8, version: 3 }))
  await sender().sendAll()
  expect(sent).toEqual([{ id: id(1), version: 3, changes: { title: 'Better' } }])
  expect(drafts()).toEqual([])
})

it.each([
  [
    'contradicts what was changed elsewhere',
    () => stored.set(id(1), aRecipe({ id: id(1), title: 'Broth', version: 3 })),
  ],
  ['is of a recipe that is gone', () => stored.delete(id(1))],
])('becomes a draft for the edit page where it %s', async (_, happens) => {
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  happens()
  await sender().sendAll()
  expect(sent).toEqual([])
  expect(edits.count()).toBe(0)
  expect(drafts()).toEqual(['Better'])
})

it('is sent by only one of two tabs', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, act: () => Promise<void>) => {
    last = last.then(act)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  await Promise.all([sender().sendAll(), sender().sendAll()])
  expect(asked).toBe(1)
})

it('does not send an edit discarded during another request', async () => {
  edits.put(titled(id(1), 'First', '2026-11-22T10:00:00.000Z'))
  edits.put(titled(id(2), 'Second', '2026-11-22T11:00:00.000Z'))
  const sending = sender().sendAll()
  edits.drop(id(2))
  await sending
  expect(sent.map((one) => one.id)).toEqual([id(1)])
})

it('is retried with back-off while the server does not answer', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999)
  failure = 'OFFLINE'
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  ends.push(sender().start())
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  for (const [wait, attempts] of [
    [5_000, 2],
    [10_000, 3],
    [20_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(asked).toBe(attempts - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toBe(attempts)
  }
  failure = null
  await vi.advanceTimersByTimeAsync(300_000)
  expect(edits.count()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

it('is retried if saved while the page is open, and at once when back online', async () => {
  vi.useFakeTimers()
  ends.push(sender().start())
  await vi.advanceTimersByTimeAsync(0)
  failure = 'OFFLINE'
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toBe(1)
  failure = null
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

it('waits offline without requests, and stops when ended', async () => {
  vi.useFakeTimers()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  edits.put(titled(id(1), 'Better', '2026-11-22T10:00:00.000Z'))
  const end = sender().start()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toBe(0)
  onLine.mockReturnValue(true)
  end()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toBe(0)
})
