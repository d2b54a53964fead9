import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoadingProgress } from './loading-bar'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTime(ms)

it('short waits show nothing, even repeated ones', () => {
  const bar = new LoadingProgress()
  const seen = vi.fn()
  bar.subscribe(() => seen(bar.view().visible))
  for (let round = 0; round < 3; round += 1) {
    const end = bar.begin()
    pass(199)
    end()
    pass(50)
  }
  expect(seen).not.toHaveBeenCalledWith(true)
})

it('shows after 200 ms, nears its end in two seconds and reaches it only when the wait ends', () => {
  const bar = new LoadingProgress()
  bar.begin()
  pass(199)
  expect(bar.view().visible).toBe(false)
  pass(1)
  expect(bar.view().visible).toBe(true)
  expect(bar.view().percent).toBeLessThan(15)
  pass(1800)
  const atDuration = bar.view().percent
  expect(atDuration).toBeGreaterThan(65)
  pass(60_000)
  expect(bar.view().percent).toBeGreaterThan(atDuration)
  expect(bar.view().percent).toBeLessThan(100)
})

it('stays full for 500 ms and resets 400 ms after hiding', () => {
  const bar = new LoadingProgress()
  const end = bar.begin()
  pass(1000)
  end()
  expect(bar.view()).toEqual({ visible: true, percent: 100 })
  pass(499)
  expect(bar.view().visible).toBe(true)
  pass(1)
  expect(bar.view()).toEqual({ visible: false, percent: 100 })
  pass(399)
  expect(bar.view().percent).toBe(100)
  pass(1)
  expect(bar.view()).toEqual({ visible: false, percent: 0 })
})

it('lasts until the last of several waits ends, and each ends once', () => {
  const bar = new LoadingProgress()
  const first = bar.begin()
  const second = bar.begin()
  pass(300)
  first()
  first()
  expect(bar.view().percent).toBeLessThan(100)
  second()
  expect(bar.view().percent).toBe(100)
})

it('a new wait while it is full restarts it without a gap', () => {
  const bar = new LoadingProgress()
  const end = bar.begin()
  pass(1000)
  end()
  pass(100)
  bar.begin()
  expect(bar.view().visible).toBe(true)
  expect(bar.view().percent).toBeLessThan(5)
  pass(1000)
  expect(bar.view().visible).toBe(true)
})

it('ends also when the promise rejects', async () => {
  const bar = new LoadingProgress()
  const failing = bar.track(
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('gone')), 1000)
    }),
  )
  const failed = expect(failing).rejects.toThrow('gone')
  pass(999)
  expect(bar.view().visible).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(bar.view().percent).toBe(100)
})
