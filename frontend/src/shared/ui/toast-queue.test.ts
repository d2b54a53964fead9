import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_LEAVING_MS, TOAST_LIMIT, ToastQueue } from './toast-queue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const said = (queue: ToastQueue) => queue.shown().map(({ content, leaving }) => (leaving ? `(${content})` : content))

it('shows five toasts and queues the rest', () => {
  const queue = new ToastQueue()
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((content) => queue.show({ content }))
  expect(queue.shown()).toHaveLength(TOAST_LIMIT)
  queue.end(ids[1] ?? '')
  expect(said(queue)).toEqual(['a', '(b)', 'c', 'd', 'e'])
  vi.advanceTimersByTime(TOAST_LEAVING_MS - 1)
  expect(said(queue)).toEqual(['a', '(b)', 'c', 'd', 'e'])
  vi.advanceTimersByTime(1)
  expect(said(queue)).toEqual(['a', 'c', 'd', 'e', 'f'])
})

it('reports once, at once, how a toast ended', () => {
  const queue = new ToastQueue()
  const onEnd = vi.fn()
  const onAct = vi.fn()
  const id = queue.show({ content: 'a', onEnd, action: { label: 'Undo', onAct } })
  queue.end(id, 'acted')
  queue.end(id, 'elapsed')
  expect(onEnd.mock.calls).toEqual([['acted']])
  expect(onAct).toHaveBeenCalledOnce()
})

it('a queued toast can be withdrawn', () => {
  const queue = new ToastQueue()
  const onEnd = vi.fn()
  for (const content of ['a', 'b', 'c', 'd', 'e']) queue.show({ content })
  const id = queue.show({ content: 'f', onEnd })
  queue.end(id)
  expect(onEnd).toHaveBeenCalledWith('withdrawn')
  for (const { id } of queue.shown()) queue.end(id)
  vi.advanceTimersByTime(TOAST_LEAVING_MS)
  expect(queue.shown()).toEqual([])
})

it('a toast with the same id replaces the content', () => {
  const queue = new ToastQueue()
  queue.show({ id: 'build', content: 'one' })
  queue.show({ content: 'between' })
  queue.show({ id: 'build', content: 'two' })
  expect(said(queue)).toEqual(['two', 'between'])
})

it('an id can be reused while its former toast leaves', () => {
  const queue = new ToastQueue()
  queue.show({ id: 'deletion', content: 'one' })
  queue.end('deletion')
  queue.show({ id: 'deletion', content: 'two' })
  vi.advanceTimersByTime(TOAST_LEAVING_MS)
  expect(said(queue)).toEqual(['two'])
})

it('ending a toast in a listener does not lose the next one', () => {
  const queue = new ToastQueue()
  queue.end(queue.show({ content: 'a', onEnd: () => queue.show({ content: 'b' }) }))
  vi.advanceTimersByTime(TOAST_LEAVING_MS)
  expect(said(queue)).toEqual(['b'])
})
