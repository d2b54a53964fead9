import { beforeEach, expect, it, vi } from 'vitest'
import { Problem, type ProblemCode } from '../../lib/errors'
import { aCard } from '../../lib/test-support'
import { UploadQueue } from '../uploads/upload-queue'
import { Outbox } from './outbox'
import type { RecipeApi } from './recipe-api'

const create = vi.fn<RecipeApi['create']>()
const onCreated = vi.fn()
let connected = true
let outbox: Outbox

const uploads = new UploadQueue(async () => {
  throw new Error('nothing is uploaded here')
})
const open = () =>
  new Outbox({ create }, uploads, localStorage, { onChange: () => undefined, onCreated, isConnected: () => connected })
const settle = () => new Promise((resolve) => setTimeout(resolve))
const problems = () => outbox.submissions.map(({ problem }) => problem)
const failWith = (code: ProblemCode) => create.mockRejectedValueOnce(new Problem(code))

beforeEach(() => {
  create.mockReset().mockImplementation(async (id) => aCard({ id, status: 'PENDING' }))
  onCreated.mockReset()
  connected = true
  outbox = open()
})

it('deletes a submission once the server has answered with its recipe', async () => {
  const id = outbox.submit('https://example.com/soup', 'es')
  expect(problems()).toEqual([null])
  expect(outbox.isStored(id)).toBe(true)
  await settle()
  expect(create).toHaveBeenCalledExactlyOnceWith(id, 'es', { url: 'https://example.com/soup' })
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(aCard({ id, status: 'PENDING' }))
  expect(outbox.submissions).toEqual([])
  expect(localStorage).toHaveLength(0)
})

it.each<ProblemCode>(['CREATE_EMPTY', 'CREATE_FAILED', 'OFFLINE', 'BUSY', 'UNKNOWN'])(
  'keeps a submission that ended with %s, also for the next visit',
  async (code) => {
    failWith(code)
    const id = outbox.submit('https://example.com/soup', 'en')
    await settle()
    expect(problems()).toEqual([code])
    expect(onCreated).not.toHaveBeenCalled()
    expect(open().of(id)).toMatchObject({ source: 'https://example.com/soup', problem: null })
  },
)

it('keeps a permanently refused address on this page only', async () => {
  failWith('ADDRESS_NOT_ALLOWED')
  const id = outbox.submit('http://10.0.0.1/', 'en')
  await settle()
  expect(problems()).toEqual(['ADDRESS_NOT_ALLOWED'])
  expect(open().of(id)).toBeUndefined()
})

it('resends automatically only what waits for the network', async () => {
  failWith('OFFLINE')
  failWith('CREATE_EMPTY')
  outbox.submit('https://example.com/soup', 'en')
  outbox.submit('https://example.com/bread', 'en')
  await settle()
  outbox.reconnected()
  await settle()
  expect(create).toHaveBeenCalledTimes(3)
  expect(problems()).toEqual(['CREATE_EMPTY'])
})

it.each<[ProblemCode | null, boolean]>([
  [null, true],
  ['OFFLINE', true],
  ['CREATE_EMPTY', true],
  ['INVALID_URL', false],
  ['UPLOAD_INTERRUPTED', false],
])('discards what ended with %s; that it may have become a recipe is %s', async (code, mayBe) => {
  if (code === null) create.mockReturnValueOnce(new Promise(() => undefined))
  else failWith(code)
  connected = false
  const id = outbox.submit('https://example.com/soup', 'en')
  await settle()
  expect(outbox.discard(id)).toBe(mayBe)
  expect(outbox.submissions).toEqual([])
  expect(localStorage).toHaveLength(0)
})

it('ignores an answer to a call of a former caller', async () => {
  let answer: (card: ReturnType<typeof aCard>) => void = () => undefined
  create.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const id = outbox.submit('https://example.com/soup', 'en')
  await settle()
  outbox.restart()
  answer(aCard({ id }))
  await settle()
  expect(onCreated).not.toHaveBeenCalled()
  expect(outbox.of(id)).toBeDefined()
})

it.each([
  ['BUSY', null, 60_000],
  ['LIMIT_REACHED', '2026-11-22T14:05:00.000Z', 5 * 60_000 + 10_000],
] as const)('sends again by itself what the server had no room for: %s', async (code, again, mostMs) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T14:00:00.000Z') })
  try {
    create.mockRejectedValueOnce(new Problem(code, again))
    outbox.submit('https://example.com/soup', 'en')
    await vi.advanceTimersByTimeAsync(0)
    expect(outbox.submissions).toMatchObject([{ problem: code, again }])
    if (again !== null) await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(create).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(mostMs)
    expect(create).toHaveBeenCalledTimes(2)
    expect(outbox.submissions).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('sends from one of two tabs, and the other drops the submission', async () => {
  const turns = new Map<string, Promise<unknown>>()
  const request = (name: string, act: () => Promise<void>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(act)
    turns.set(name, turn)
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request } })
  failWith('OFFLINE')
  const soup = outbox.submit('https://example.com/soup', 'en')
  await settle()
  const other = open()
  outbox.reconnected()
  other.sendAll()
  await settle()
  expect(create.mock.calls.map(([id]) => id)).toEqual([soup, soup])
  expect(onCreated).toHaveBeenCalledTimes(1)
  expect([outbox.submissions, other.submissions]).toEqual([[], []])
})

it('resends a permanently refused submission in its tab, although it is no longer stored', async () => {
  const request = (_: string, act: () => Promise<void>) => act()
  vi.stubGlobal('navigator', { locks: { request } })
  failWith('ADDRESS_NOT_ALLOWED')
  const id = outbox.submit('http://10.0.0.1/', 'en')
  await settle()
  await outbox.retry(id)
  expect(create).toHaveBeenCalledTimes(2)
})
