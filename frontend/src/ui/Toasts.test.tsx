import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toast, ToastArea } from './Toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function show(onEnd: () => void, onAct = () => undefined) {
  render(
    <ToastArea label="Messages">
      <Toast durationMs={5000} onEnd={onEnd} action={{ label: 'Undo', onAct }}>
        Soup removed
      </Toast>
    </ToastArea>,
  )
  return screen.getByRole('listitem')
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('ends after its time, once', () => {
  const onEnd = vi.fn()
  show(onEnd)
  pass(4999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('waits while its button is focused', () => {
  const onEnd = vi.fn()
  show(onEnd)
  act(() => screen.getByRole('button').focus())
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  act(() => screen.getByRole('button').blur())
  pass(5000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it.each([
  [51, 1],
  [-51, 1],
  [50, 0],
])('a swipe by %i px ends it %i times', (distance, times) => {
  const onEnd = vi.fn()
  const toast = show(onEnd)
  fireEvent.pointerDown(toast, { clientX: 100 })
  fireEvent.pointerUp(toast, { clientX: 100 + distance })
  expect(onEnd).toHaveBeenCalledTimes(times)
})
