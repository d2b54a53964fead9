import { act, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastArea, ToastContext } from './Toasts'
import { ToastQueue, type ToastRequest } from './toast-queue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function show(request: Partial<ToastRequest> = {}) {
  const queue = new ToastQueue()
  const onEnd = vi.fn()
  const onAct = vi.fn()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <ToastContext value={queue}>
        <ToastArea />
      </ToastContext>
    </IntlProvider>,
  )
  act(() => void queue.show({ content: 'Soup removed', onEnd, action: { label: 'Undo', onAct }, ...request }))
  return { queue, toast: screen.getByRole('listitem'), onEnd, onAct }
}

function turnTo(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('ends after five seconds, once, and disappears 200 ms later', () => {
  const { onEnd } = show()
  pass(4999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd.mock.calls).toEqual([['elapsed']])
  pass(199)
  expect(screen.queryByRole('listitem')).not.toBeNull()
  pass(1)
  expect(screen.queryByRole('listitem')).toBeNull()
  pass(60_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('waits while its button is focused', () => {
  const { onEnd } = show()
  act(() => screen.getByRole('button').focus())
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  act(() => screen.getByRole('button').blur())
  pass(5000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('waits while the mouse is over it', () => {
  const { toast, onEnd } = show()
  fireEvent.pointerEnter(toast, { pointerType: 'mouse' })
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.pointerLeave(toast)
  pass(5000)
  expect(onEnd).toHaveBeenCalledOnce()
})

describe('user at one toast', () => {
  const buttons = () => screen.getAllByRole('button', { name: 'Undo' })

  it('stops the time of all toasts', () => {
    const { queue, onEnd } = show()
    act(() => void queue.show({ content: 'Salad removed', action: { label: 'Undo', onAct: vi.fn() } }))
    act(() => buttons()[1]?.focus())
    pass(60_000)
    expect(onEnd).not.toHaveBeenCalled()
    fireEvent.click(buttons()[1] ?? document.body)
    pass(5000)
    expect(onEnd.mock.calls).toEqual([['elapsed']])
  })

  it('stops nothing after that toast has gone, even if the same message returns', () => {
    const { queue, onEnd } = show({ id: 'deletion' })
    act(() => screen.getByRole('button').focus())
    fireEvent.pointerEnter(screen.getByRole('listitem'))
    act(() => queue.end('deletion'))
    pass(100)
    act(() => void queue.show({ id: 'deletion', content: 'Soup removed', onEnd }))
    pass(5000)
    expect(onEnd.mock.calls).toEqual([['withdrawn'], ['elapsed']])
  })
})

it('waits while the page is hidden, and restarts its time afterwards', () => {
  const { onEnd } = show()
  pass(4999)
  turnTo('hidden')
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  turnTo('visible')
  pass(4999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd.mock.calls).toEqual([['elapsed']])
})

it('cannot be focused while leaving', () => {
  const { queue } = show({ id: 'deletion' })
  act(() => queue.end('deletion'))
  expect(screen.getByRole('listitem')).toHaveAttribute('inert')
  fireEvent.keyDown(document.body, { key: 'F8' })
  expect(document.activeElement).toBe(document.body)
})

it.each([
  [51, ['dismissed']],
  [-51, ['dismissed']],
  [50, []],
])('a swipe by %i px ends it: %j', (distance, ends) => {
  const { toast, onEnd } = show()
  fireEvent.pointerDown(toast, { clientX: 100 })
  fireEvent.pointerMove(toast, { clientX: 100 + distance })
  fireEvent.pointerUp(toast, { clientX: 100 + distance })
  expect(onEnd.mock.calls.flat()).toEqual(ends)
})

it('its button acts and ends it', () => {
  const { onEnd, onAct } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onAct).toHaveBeenCalledOnce()
  expect(onEnd.mock.calls).toEqual([['acted']])
})

it('a toast without duration stays until closed by its button', () => {
  const { onEnd } = show({ durationMs: null })
  pass(3_600_000)
  expect(onEnd).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(onEnd.mock.calls).toEqual([['dismissed']])
})

it('Escape inside of a toast closes it', () => {
  const { onEnd } = show({ durationMs: null })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Undo' }), { key: 'Escape' })
  expect(onEnd.mock.calls).toEqual([['dismissed']])
})

it('F8 focuses the last toast’s button', () => {
  show()
  fireEvent.keyDown(document.body, { key: 'F8' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
})
