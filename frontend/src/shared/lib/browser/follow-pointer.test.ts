import { expect, it, vi } from 'vitest'
import { followPointer } from './follow-pointer'

/** jsdom's mouse events with the fields of a pointer event. */
function pointer(type: string, clientX: number, pointerId = 1): PointerEvent {
  return Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerId }) as unknown as PointerEvent
}

function follow() {
  const followed = { beginsAfter: 5, onBegin: vi.fn(), onMove: vi.fn(), onEnd: vi.fn() }
  const stop = followPointer(pointer('pointerdown', 0), ({ clientX }) => Math.abs(clientX), followed)
  return { ...followed, stop }
}

const send = (type: string, x: number, id?: number) => dispatchEvent(pointer(type, x, id))

it('a press that moves far enough is a drag until release', () => {
  const { onBegin, onMove, onEnd } = follow()
  send('pointermove', 4)
  expect(onBegin).not.toHaveBeenCalled()
  send('pointermove', 9)
  send('pointermove', 2)
  expect([onBegin.mock.calls.length, onMove.mock.calls.length]).toEqual([1, 2])
  send('pointerup', 2)
  send('pointermove', 30)
  expect(onMove).toHaveBeenCalledTimes(2)
  expect(onEnd.mock.calls).toEqual([[true]])
})

it('the click after a drag is suppressed, the next one is not', () => {
  vi.useFakeTimers()
  const pressed = vi.fn()
  document.body.addEventListener('click', pressed, { once: true })
  follow()
  send('pointermove', 9)
  send('pointerup', 9)
  document.body.click()
  expect(pressed).not.toHaveBeenCalled()
  vi.runAllTimers()
  vi.useRealTimers()
  document.body.click()
  expect(pressed).toHaveBeenCalledTimes(1)
})

it.each([
  ['a tap', () => send('pointerup', 2)],
  ['Escape', () => send('pointermove', 9) && dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ['a pointer that the browser takes away', () => send('pointermove', 9) && send('pointercancel', 9)],
])('%s drops nothing', (_, act) => {
  const { onEnd } = follow()
  act()
  expect(onEnd.mock.calls).toEqual([[false]])
})

it('another pointer is ignored, and stopping twice ends the drag once', () => {
  const { onMove, onEnd, stop } = follow()
  send('pointermove', 9, 2)
  send('pointerup', 9, 2)
  expect(onMove).not.toHaveBeenCalled()
  stop()
  stop()
  expect(onEnd).toHaveBeenCalledTimes(1)
})
