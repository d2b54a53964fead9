import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { Problem } from '../../../shared/lib/errors'
import { SuccessPage } from './SuccessPage'
import { showToMember } from './test-support'

const ID = '0123456789abcdef'.repeat(2)
const LOOK = `GET /api/payment/purchases/${ID}`

let server: ScriptedApiClient

function answer(status: string): void {
  const purchase = {
    id: ID,
    packageId: 'small',
    credits: 20,
    amountUsd: 2.99,
    status,
    purchaseDate: '2026-11-22T12:00:00.000Z',
    expirationDate: status === 'COMPLETED' ? '2027-11-23T12:00:00.000Z' : null,
  }
  server.answers.set(LOOK, { purchase })
}

function show(id = ID): void {
  showToMember(server, <SuccessPage />, `/credits/success?purchase=${id}`)
}

async function outcome(which: string): Promise<HTMLElement> {
  return await screen.findByText((_, element) => element?.getAttribute('data-outcome') === which, undefined, {
    timeout: 5_000,
  })
}

beforeEach(() => {
  server = new ScriptedApiClient()
})

describe('the page after a payment', () => {
  it('claims nothing while the payment is pending, and confirms it once completed', async () => {
    answer('PENDING')
    show()
    expect(await outcome('waiting')).toHaveTextContent('Waiting for your payment')
    answer('COMPLETED')
    expect(await outcome('COMPLETED')).toHaveTextContent('20 credits')
  })

  it('says that nothing was charged if the payment failed', async () => {
    answer('FAILED')
    show()
    expect(await outcome('FAILED')).toBeVisible()
    expect(screen.queryByText(/You have/)).toBeNull()
  })

  it('continues through transient failures', async () => {
    let asked = 0
    answer('COMPLETED')
    const there = server.answers.get(LOOK)
    server.answers.set(LOOK, () => {
      asked += 1
      if (asked === 1) throw new Problem('OFFLINE')
      return there
    })
    show()
    expect(await outcome('COMPLETED')).toBeVisible()
    expect(asked).toBe(2)
  })

  it('does not show a purchase of another member', async () => {
    server.answers.set(LOOK, 'UNKNOWN_PURCHASE')
    show()
    expect(await outcome('UNKNOWN_PURCHASE')).toHaveTextContent('Purchase not found')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each(['', 'x', '../packages', ID.toUpperCase()])('asks for nothing where %j is no purchase', async (id) => {
    show(encodeURIComponent(id))
    expect(await outcome('UNKNOWN_PURCHASE')).toBeVisible()
    expect(server.calls).toEqual([])
  })

  it('polls again on request', async () => {
    server.answers.set(LOOK, 'UNAUTHORIZED')
    show()
    const again = await screen.findByRole('button', { name: 'Check again' })
    answer('COMPLETED')
    fireEvent.click(again)
    expect(await outcome('COMPLETED')).toBeVisible()
  })
})
