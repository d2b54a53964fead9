import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../shared/lib/errors'
import { listenForFatalErrors, messageOf } from './fatal-errors'

const onFatal = vi.fn()
let stop: () => void

beforeEach(() => {
  onFatal.mockReset()
  stop = listenForFatalErrors(onFatal)
})
afterEach(() => stop())

/** An error whose stack names a script of `from`. */
function thrown(message: string, { from = `${location.origin}/assets/index.js`, name = 'Error' } = {}): Error {
  const error = new Error(message)
  error.name = name
  error.stack = `${name}: ${message}\n    at cook (${from}:1:2)`
  return error
}

function reject(reason: unknown): void {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
}

it('an uncaught error in a script of this origin is fatal', () => {
  const [spilled, burnt] = [thrown('spilled'), thrown('burnt')]
  dispatchEvent(new ErrorEvent('error', { error: spilled }))
  reject(burnt)
  expect(onFatal.mock.calls.flat()).toEqual([spilled, burnt])
})

it.each([
  ['a lost connection in Chromium', thrown('Failed to fetch')],
  ['a lost connection in Firefox', thrown('NetworkError when attempting to fetch resource.')],
  ['a lost connection in Safari', thrown('Load failed')],
  ['a lost connection in the client library', thrown('A network error has occurred.', { name: 'NetworkError' })],
  ['what was cancelled', new DOMException('The user aborted a request.', 'AbortError')],
  ['a problem that the app knows', new Problem('OFFLINE')],
  ['an extension', thrown('boom', { from: 'chrome-extension://abc/content.js' })],
  ['something that is no error', { reason: 'because' }],
  ['nothing', undefined],
])('%s is not', (_, reason) => {
  reject(reason)
  dispatchEvent(new ErrorEvent('error', { error: reason }))
  expect(onFatal).not.toHaveBeenCalled()
})

it('the listener is not called after it is stopped', () => {
  stop()
  reject(thrown('burnt'))
  expect(onFatal).not.toHaveBeenCalled()
})

it.each([
  [new Error('spilled'), 'spilled'],
  ['spilled', 'spilled'],
  [new Error(''), 'Unknown error'],
  [null, 'Unknown error'],
])('%s says of itself: %s', (error, message) => {
  expect(messageOf(error)).toBe(message)
})
