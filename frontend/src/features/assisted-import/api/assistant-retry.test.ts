import { beforeEach, expect, it, vi } from 'vitest'
import { LET_ASSISTANT_READ } from '../../../contract/assist-operations'
import { RETRY_RECIPE } from '../../../contract/operations'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { asAnswer, ScriptedBackend } from '../../../shared/api/test-support'
import { Problem, type ProblemCode } from '../../../shared/lib/errors'
import { autoRetries } from '../../../shared/lib/importing/auto-retry'
import { autoRetry, retryWithAssistant } from './assistant-retry'

const ID = 'a'.repeat(32)
let backend: ScriptedBackend
let store: RecipeStore

beforeEach(() => {
  backend = new ScriptedBackend()
  store = new RecipeStore(backend)
  backend.answer(LET_ASSISTANT_READ, ({ id }: { id: string }) => ({
    retryRecipe: asAnswer({ id, status: 'PENDING', title: null, version: 3 }),
  }))
})

const times = () => backend.countOf(LET_ASSISTANT_READ)
const refuse = (code: ProblemCode) =>
  backend.answer(LET_ASSISTANT_READ, () => {
    throw new Problem(code)
  })

it('restarts the import, which is shown at once', async () => {
  await retryWithAssistant(store, backend, ID)
  expect(backend.sent).toEqual([{ operation: LET_ASSISTANT_READ, variables: { id: ID } }])
  expect(store.getSnapshot().recipes.map(({ card }) => [card.id, card.status])).toEqual([[ID, 'PENDING']])
  expect(backend.countOf(RETRY_RECIPE)).toBe(0)
})

it('rejects with the reason after a press, and is not retried automatically', async () => {
  refuse('NO_CREDITS')
  await expect(retryWithAssistant(store, backend, ID)).rejects.toMatchObject({ code: 'NO_CREDITS' })
  expect(autoRetries.all()).toEqual([{ id: ID, state: 'sent' }])
  await autoRetry(store, backend, ID)
  expect(times()).toBe(1)
})

it('is not sent if the import is not waiting for it', async () => {
  await autoRetry(store, backend, ID)
  expect(times()).toBe(0)
})

it('is sent by only one of two tabs', async () => {
  const turns = new Map<string, Promise<unknown>>()
  const request = (name: string, act: () => Promise<void>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(act)
    turns.set(name, turn)
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request } })
  autoRetries.put({ id: ID, state: 'waiting' })
  await Promise.all([autoRetry(store, backend, ID), autoRetry(new RecipeStore(backend), backend, ID)])
  expect(times()).toBe(1)
})

it.each(['NO_CREDITS', 'LIMIT_REACHED', 'BUSY', 'UNKNOWN'] as const)('%s is not tried twice', async (code) => {
  refuse(code)
  autoRetries.put({ id: ID, state: 'waiting' })
  await autoRetry(store, backend, ID)
  await autoRetry(store, backend, ID)
  expect(times()).toBe(1)
})

it('waits for the network after a network failure', async () => {
  backend.offline = true
  autoRetries.put({ id: ID, state: 'waiting' })
  await autoRetry(store, backend, ID)
  expect(autoRetries.all()).toEqual([{ id: ID, state: 'waiting' }])
  backend.offline = false
  await autoRetry(store, backend, ID)
  await autoRetry(store, backend, ID)
  expect(times()).toBe(2)
  expect(autoRetries.all()).toEqual([{ id: ID, state: 'sent' }])
})
