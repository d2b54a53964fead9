import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../../../shared/api/account/SessionProvider'
import { COOK, ScriptedAccount, sessionsOf } from '../../../../shared/api/account/test-support'
import { useCallerKnown } from './useCallerKnown'

let account: ScriptedAccount

beforeEach(() => {
  vi.useFakeTimers()
  account = new ScriptedAccount()
})

afterEach(() => {
  vi.useRealTimers()
})

async function look() {
  const sessions = sessionsOf(account)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider sessions={sessions}>{children}</SessionProvider>
  )
  const { result } = renderHook(() => useCallerKnown(), { wrapper })
  const first = result.current
  await act(() => vi.advanceTimersByTimeAsync(0))
  return { first, result }
}

it('waits until guest or member is known', async () => {
  const guest = await look()
  expect([guest.first, guest.result.current]).toEqual([false, true])
  account.person = COOK
  const member = await look()
  expect([member.first, member.result.current]).toEqual([false, true])
})

it('leaves the content to the sign-in if the session has expired', async () => {
  localStorage.setItem('zest.member', 'sub-1')
  const { result } = await look()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current).toBe(false)
})

it('does not wait when offline or without an answer', async () => {
  account.fault = new Error('no answer')
  const { result } = await look()
  expect(result.current).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(result.current).toBe(true)

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect((await look()).first).toBe(true)
})
