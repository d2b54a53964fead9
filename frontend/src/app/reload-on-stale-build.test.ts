import { afterEach, expect, it, vi } from 'vitest'
import { isReloading, reloadOnStaleBuild } from './reload-on-stale-build'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  history.replaceState(null, '', '/')
})

function setUp() {
  const reload = vi.fn()
  const clock = { now: 1_000 }
  stop = reloadOnStaleBuild(reload, () => clock.now)
  /** Reports a missing chunk; returns whether the importing code gets the error. */
  const miss = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  return { reload, clock, miss }
}

it('a missing chunk reloads the page without showing its error', () => {
  const { reload, miss } = setUp()
  expect(miss()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
  expect(isReloading()).toBe(true)
})

it('a second missing chunk within ten seconds shows its error', () => {
  const { reload, clock, miss } = setUp()
  miss()
  clock.now += 9_999
  expect(miss()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  clock.now += 1
  expect(miss()).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('each path may reload once', () => {
  const { reload, miss } = setUp()
  miss()
  history.replaceState(null, '', '/profile')
  miss()
  expect(reload).toHaveBeenCalledTimes(2)
})
