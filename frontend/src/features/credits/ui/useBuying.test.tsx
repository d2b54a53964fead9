import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { showToMember } from './test-support'
import { useBuying } from './useBuying'

const CHECKOUT = 'POST /api/payment/checkout'

let server: ScriptedApiClient
const leave = vi.fn((_address: string) => undefined)

function Shop() {
  const { busy, problem, buy } = useBuying(leave)
  return (
    <>
      <button type="button" onClick={() => buy('small')}>
        Buy
      </button>
      <output>
        {busy ?? 'idle'} {problem ?? 'fine'}
      </output>
    </>
  )
}

function purchase(status: string, id: string) {
  const purchaseDate = '2026-11-22T12:00:00.000Z'
  return {
    purchase: { id, packageId: 'small', credits: 20, amountUsd: 2.99, status, purchaseDate, expirationDate: null },
  }
}

/** Purchase ids of the checkout calls. */
function ids(): unknown[] {
  return server.calls.map(({ body }) => body?.['purchaseId'])
}

async function click(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Buy' }))
}

beforeEach(() => {
  server = new ScriptedApiClient()
  leave.mockClear()
  localStorage.clear()
})

describe('buying credits', () => {
  it('opens the payment page once, however often it is clicked', async () => {
    server.answers.set(CHECKOUT, { url: 'https://pay.example/session' })
    showToMember(server, <Shop />)
    await click()
    await click()
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example/session'))
    await click()
    expect(leave).toHaveBeenCalledOnce()
    expect(server.calls).toHaveLength(1)
    expect(screen.getByText('small fine')).toBeVisible()
  })

  it('requests the same payment after a lost response', async () => {
    server.answers.set(CHECKOUT, 'OFFLINE')
    showToMember(server, <Shop />)
    await click()
    await screen.findByText('idle OFFLINE')
    server.answers.set(CHECKOUT, { url: 'https://pay.example/session' })
    await click()
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
    expect(new Set(ids()).size).toBe(1)
    expect(server.calls).toHaveLength(2)
  })

  it('shows a finished purchase instead of another payment', async () => {
    server.answers.set(CHECKOUT, ({ body }: { body: { purchaseId: string } }) => purchase('COMPLETED', body.purchaseId))
    showToMember(server, <Shop />)
    await click()
    await screen.findByText((text) => text === `at /credits/success?purchase=${ids()[0]}`)
    expect(leave).not.toHaveBeenCalled()
  })

  it('retries once with a new id after a failed purchase', async () => {
    server.answers.set(CHECKOUT, ({ body }: { body: { purchaseId: string } }) => purchase('FAILED', body.purchaseId))
    showToMember(server, <Shop />)
    await click()
    await screen.findByText('idle UNKNOWN')
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(2)
  })

  it('can buy again after a return from the payment page', async () => {
    server.answers.set(CHECKOUT, { url: 'https://pay.example/session' })
    showToMember(server, <Shop />)
    await click()
    await waitFor(() => expect(leave).toHaveBeenCalledOnce())
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    await screen.findByText('idle fine')
    await click()
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
  })
})
