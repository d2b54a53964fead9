import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CREDIT_BALANCE, OPEN_CREDITS } from '../../../contract/credit-operations'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { Problem } from '../../../shared/lib/errors'
import type { CreditBalance } from '../model/credits'
import { BalanceStore } from './balance-store'

function aBalance(fields: Partial<CreditBalance> = {}): CreditBalance {
  return { userId: 'sub-1', creditBalance: 10, heldCredits: 0, version: 1, ...fields }
}

let server: ScriptedApiClient
let store: BalanceStore
let stop: () => void

const balances = (...found: number[]) => {
  let asked = 0
  server.backend.answer(CREDIT_BALANCE, () => {
    const creditBalance = found[Math.min(asked, found.length - 1)] ?? 0
    asked += 1
    return { listUserCreditBalanceByUserId: { items: [aBalance({ creditBalance, version: asked })] } }
  })
}
const shown = () => store.getSnapshot().balance?.creditBalance
const settled = () => vi.waitFor(() => expect(shown()).toBeDefined())
const look = () => {
  stop = store.subscribe(() => undefined)
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('zest.member', 'sub-1')
  server = new ScriptedApiClient()
  server.backend.answer(OPEN_CREDITS, () => ({ openCredits: aBalance() }))
  balances(7)
  store = new BalanceStore(server, 'sub-1')
  return () => stop()
})

describe('a member’s balance', () => {
  it('requests the welcome grant once, at the first sign-in', async () => {
    look()
    await settled()
    expect(shown()).toBe(10)
    server.live.onAcknowledged()
    await vi.waitFor(() => expect(shown()).toBe(7))
    const next = new BalanceStore(server, 'sub-1')
    const end = next.subscribe(() => undefined)
    await vi.waitFor(() => expect(next.getSnapshot().balance?.creditBalance).toBe(7))
    end()
    expect(server.backend.countOf(OPEN_CREDITS)).toBe(1)
  })

  it('leaves nothing behind when the member signed out meanwhile', async () => {
    server.backend.answer(OPEN_CREDITS, () => {
      localStorage.clear()
      return { openCredits: aBalance() }
    })
    look()
    await settled()
    expect(localStorage).toHaveLength(0)
  })

  it('is fetched even if the welcome grant fails, which is retried', async () => {
    server.backend.answer(OPEN_CREDITS, () => {
      throw new Problem('BUSY')
    })
    look()
    await settled()
    expect(shown()).toBe(7)
    server.live.onAcknowledged()
    await vi.waitFor(() => expect(server.backend.countOf(OPEN_CREDITS)).toBe(2))
  })

  it('is fetched again with every published change', async () => {
    localStorage.setItem('zest.credits-opened', 'sub-1')
    balances(7, 7, 6)
    look()
    await settled()
    server.live.onAcknowledged()
    await vi.waitFor(() => expect(server.backend.countOf(CREDIT_BALANCE)).toBe(2))
    const before = store.getSnapshot().changes
    server.live.onChange({ userId: 'sub-1', version: 3 } as never)
    await vi.waitFor(() => expect(shown()).toBe(6))
    expect(store.getSnapshot().changes).toBe(before + 1)
  })

  it('is not overwritten by an older response', async () => {
    localStorage.setItem('zest.credits-opened', 'sub-1')
    const answers: ((balance: number, version: number) => void)[] = []
    server.backend.answer(
      CREDIT_BALANCE,
      () =>
        new Promise((resolve) => {
          answers.push((creditBalance, version) =>
            resolve({ listUserCreditBalanceByUserId: { items: [aBalance({ creditBalance, version })] } }),
          )
        }),
    )
    const looks = [store.refresh(), store.refresh()]
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(5, 9)
    answers[0]?.(8, 8)
    await Promise.all(looks)
    expect(shown()).toBe(5)
    const third = store.refresh()
    await vi.waitFor(() => expect(answers).toHaveLength(3))
    answers[2]?.(8, 8)
    await third
    expect(shown()).toBe(5)
    stop = () => undefined
  })

  it('is 0 for a member without credits', async () => {
    localStorage.setItem('zest.credits-opened', 'sub-1')
    server.backend.answer(CREDIT_BALANCE, () => ({ listUserCreditBalanceByUserId: { items: [] } }))
    look()
    await settled()
    expect(shown()).toBe(0)
  })

  it('is subscribed only while it has listeners', async () => {
    look()
    await vi.waitFor(() => expect(server.listening).toHaveLength(1))
    stop()
    expect(server.listening[0]?.ended).toBe(true)
  })
})
