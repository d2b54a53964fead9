import { beforeEach, expect, it, vi } from 'vitest'
import { CHANGE_SHARED_LIST, GET_SHARED_LIST } from '../../../contract/shared-list-operations'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { Problem } from '../../../shared/lib/errors'
import type { ItemChange, ListChange, SharedItem } from '../model/shared-list'
import { keptLists } from './kept-lists'
import { SharedListStore } from './shared-list-store'
import { SharedListsApi } from './shared-lists-api'

const ID = '0123456789abcdef0123456789abcdef'
const item = (id: string, done = false): SharedItem => ({
  id,
  text: `thing ${id}`,
  aisle: 'other',
  language: null,
  done,
})

let server: ScriptedApiClient
let store: SharedListStore
let stored: { mine: boolean; items: SharedItem[]; version: number }

const open = () => new SharedListStore(server, new SharedListsApi(server, vi.fn()), ID)
const hear = (change: Partial<ListChange>) =>
  server.live.onChange({ version: 2, items: [], removed: [], ended: false, ...change } as never)
const seen = () => [...store.getSnapshot().items.values()].map(({ id, done }) => `${id}${done ? '+' : ''}`)
const sent = () =>
  server.backend.sent
    .filter(({ operation }) => operation === CHANGE_SHARED_LIST)
    .map(({ variables }) => (variables as { input: { items: ItemChange[] } }).input.items)

async function connect(): Promise<void> {
  store = open()
  store.start()
  await vi.waitFor(() => server.live)
  server.live.onAcknowledged()
  await vi.waitFor(() => expect(store.getSnapshot().connection).toBe('connected'))
}

beforeEach(() => {
  localStorage.clear()
  server = new ScriptedApiClient()
  stored = { mine: true, items: [item('a'), item('b')], version: 1 }
  server.backend.answer(GET_SHARED_LIST, () => ({ getSharedList: { id: ID, ...stored } }))
  server.backend.answer(CHANGE_SHARED_LIST, ({ input: { items } }: { input: { items: ItemChange[] } }) => {
    stored.version += 1
    const changed = items.map(({ id, done }) => item(id, done))
    return { changeSharedList: { id: ID, version: stored.version, items: changed, removed: [], ended: false } }
  })
  return () => store.stop()
})

it('changes of others are shown, and own ones are sent', async () => {
  await connect()
  hear({ items: [item('a', true)] })
  expect(seen()).toEqual(['a+', 'b'])
  stored.version = 2
  store.change({ id: 'b', done: true })
  expect(store.getSnapshot().pending).toEqual([{ id: 'b', done: true }])
  await vi.waitFor(() => expect(store.getSnapshot().pending).toEqual([]))
  expect(seen()).toEqual(['a+', 'b+'])
})

it('changes made offline survive a reload and are sent with the next connection', async () => {
  await connect()
  server.backend.offline = true
  store.change({ id: 'a', done: true }, { id: 'c', text: 'eggs' })
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  store.stop()
  server.backend.offline = false
  await connect()
  await vi.waitFor(() => expect(store.getSnapshot().pending).toEqual([]))
  expect(sent().at(-1)).toEqual([
    { id: 'a', done: true },
    { id: 'c', text: 'eggs' },
  ])
})

it('a refused change is dropped and told', async () => {
  await connect()
  server.backend.answer(CHANGE_SHARED_LIST, () => {
    throw new Problem('UNKNOWN', 'a shared list has at most 200 items')
  })
  store.change({ id: 'c', text: 'eggs' })
  await vi.waitFor(() => expect(store.getSnapshot().problem?.code).toBe('UNKNOWN'))
  expect(store.getSnapshot().pending).toEqual([])
})

it.each(['pushed', 'loaded'])('an ended list is forgotten (%s)', async (how) => {
  await connect()
  expect(keptLists.has(ID)).toBe(true)
  if (how === 'pushed') hear({ ended: true })
  else {
    server.backend.answer(GET_SHARED_LIST, () => {
      throw new Problem('UNKNOWN', 'Shared list not found')
    })
    server.live.onAcknowledged()
  }
  await vi.waitFor(() => expect(store.getSnapshot().phase).toBe('gone'))
  expect(keptLists.has(ID)).toBe(false)
})
