import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { servedBuild } from '../shared/lib/browser/served-build'
import { followBuilds } from './follow-builds'

const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow(served: string | null, own: string | null = 'a') {
  const onFresh = vi.fn()
  const ask = vi.fn(async () => served)
  const stop = followBuilds(onFresh, ask, own)
  return { onFresh, ask, stop }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const comeBack = async () => {
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

it('reports another build within ten minutes', async () => {
  const { onFresh, ask, stop } = follow('b')
  await pass(10 * MINUTE - 1)
  expect(ask).not.toHaveBeenCalled()
  await pass(1)
  expect(onFresh.mock.calls).toEqual([['b']])
  stop()
})

it('checks when the tab becomes visible, at most once a minute', async () => {
  const { onFresh, ask, stop } = follow('b')
  await pass(MINUTE - 1)
  await comeBack()
  expect(ask).not.toHaveBeenCalled()
  await pass(1)
  await comeBack()
  await comeBack()
  expect(ask).toHaveBeenCalledOnce()
  expect(onFresh).toHaveBeenCalledWith('b')
  stop()
})

it.each([
  ['the same build', 'a'],
  ['no answer', null],
])('%s is no news', async (_, served) => {
  const { onFresh, stop } = follow(served)
  await pass(30 * MINUTE)
  expect(onFresh).not.toHaveBeenCalled()
  stop()
})

it('does not check while hidden, after stop, or without a build id', async () => {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const one = follow('b')
  await pass(30 * MINUTE)
  await comeBack()
  expect(one.ask).not.toHaveBeenCalled()
  hidden.mockReturnValue('visible')
  one.stop()
  const other = follow('b', null)
  await pass(30 * MINUTE)
  await comeBack()
  expect(one.ask).not.toHaveBeenCalled()
  expect(other.ask).not.toHaveBeenCalled()
})

it.each([
  [() => Response.json({ id: 'b' }), 'b'],
  [() => Response.json({ id: 3 }), null],
  [() => Response.json(null), null],
  [() => new Response('<!doctype html>'), null],
  [() => new Response('{"id":"b"}', { status: 404 }), null],
  [() => Promise.reject(new TypeError('Failed to fetch')), null],
])('reads what is served: %#', async (answer, id) => {
  vi.stubGlobal('fetch', async () => answer())
  expect(await servedBuild()).toBe(id)
})
