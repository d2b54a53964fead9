import { afterEach, expect, it, vi } from 'vitest'
import { isReloading, reloadOnStaleBuild } from './reload-on-stale-build'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  history.replaceState(null, '', '/')
})

function setUp(ask = async (): Promise<string | null> => 'another build') {
  const reload = vi.fn()
  const clock = { now: 1_000 }
  stop = reloadOnStaleBuild(reload, () => clock.now, ask, 'own build')
  /** Reports a missing chunk; returns whether the page is reloaded. */
  const miss = () => {
    // The importing code gets the error.
    expect(dispatchEvent(new Event('vite:preloadError', { cancelable: true }))).toBe(true)
    return isReloading()
  }
  return { reload, clock, miss }
}

it('a missing chunk reloads the page', async () => {
  const { reload, miss } = setUp()
  expect(await isReloading()).toBe(false)
  expect(await miss()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ['while the server does not answer', null],
  ['of the same build', 'own build'],
])('a missing chunk does not reload the page %s', async (_, served) => {
  const { reload, miss } = setUp(async () => served)
  expect(await miss()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('several missing chunks reload the page once', async () => {
  const { reload, miss } = setUp()
  expect(await Promise.all([miss(), miss()])).toEqual([true, true])
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  [9_999, 0],
  [10_000, 1],
])('a missing chunk %i ms after a reload reloads the page %i times', async (later, times) => {
  const first = setUp()
  await first.miss()
  stop()
  const { reload, clock, miss } = setUp()
  clock.now += later
  expect(await miss()).toBe(times === 1)
  expect(reload).toHaveBeenCalledTimes(times)
})

it('each path may reload once', async () => {
  const first = setUp()
  await first.miss()
  stop()
  history.replaceState(null, '', '/profile')
  expect(await setUp().miss()).toBe(true)
})
