import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { READY } from '../../../../shared/lib/importing/sent-page-terms'
import { useArrival } from './useArrival'

const PAGE = { address: 'https://example.com/soup', title: 'Soup', type: 'text/html', html: '<p>2 leeks' }
const ORIGIN = 'https://example.com'

const opener = { postMessage: vi.fn() } as unknown as Window
const close = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('opener', opener)
  vi.stubGlobal('close', close)
  history.replaceState(null, '', '/receive#wait')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const wrapper = ({ children }: { children: ReactNode }) => createElement(BrowserRouter, null, children)
const receive = () => renderHook(() => useArrival(), { wrapper })

const post = (data: unknown, source: unknown = opener) =>
  act(() => {
    dispatchEvent(new MessageEvent('message', { data, origin: ORIGIN, source: source as Window }))
  })

it('announces readiness, and nothing else', () => {
  receive()
  expect(opener.postMessage).toHaveBeenCalledExactlyOnceWith(READY, '*')
})

it('accepts the first message of its opener only', () => {
  const { result } = receive()
  post({ ...PAGE, title: 'Not this' }, window)
  post({ ...PAGE, title: 'Nor this' }, null)
  expect(result.current.arrival).toBe('waiting')
  post(PAGE)
  expect(result.current).toMatchObject({ arrival: { kind: 'page', page: PAGE }, origin: ORIGIN, sentMore: false })
  for (let count = 0; count < 100; count += 1) post({ ...PAGE, title: `Soup ${count}` })
  expect(result.current).toMatchObject({ arrival: { page: PAGE }, sentMore: true })
})

it('keeps a page across reloads until it is dismissed', () => {
  const first = receive()
  post(PAGE)
  first.unmount()
  vi.stubGlobal('opener', null)
  const second = receive()
  expect(second.result.current).toMatchObject({ arrival: { page: PAGE }, origin: null })
  second.result.current.forget()
  second.unmount()
  expect(receive().result.current.arrival).toBe('nothing')
})

it('does not keep a refused message', () => {
  const { result } = receive()
  post({ ...PAGE, address: 'https://other.example/' })
  expect(result.current.arrival).toMatchObject({ kind: 'refused', why: 'wrongOrigin' })
  expect(sessionStorage).toHaveLength(0)
})

it('removes the fragment from the address', async () => {
  history.replaceState(null, '', `/receive#address=${encodeURIComponent(PAGE.address)}`)
  vi.stubGlobal('opener', null)
  const { result } = receive()
  expect(location.hash).toBe('')
  await waitFor(() => expect(result.current.arrival).toMatchObject({ why: 'tooLarge', address: PAGE.address }))
})

it('closes if the bookmarklet continued in another window', () => {
  vi.stubGlobal('opener', null)
  const { result } = receive()
  expect(close).toHaveBeenCalledOnce()
  expect(result.current.arrival).toBe('nothing')
})

it('times out, and still accepts a late message', () => {
  vi.useFakeTimers()
  const { result } = receive()
  act(() => vi.advanceTimersByTime(15_000))
  expect(result.current.arrival).toBe('nothing')
  post(PAGE)
  expect(result.current).toMatchObject({ arrival: { kind: 'page', page: PAGE }, origin: ORIGIN })
})
