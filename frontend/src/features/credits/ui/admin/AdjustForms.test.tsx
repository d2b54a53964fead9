import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ScriptedApiClient } from '../../../../shared/api/scripted-api-client'
import { showToMember } from '../test-support'
import { AdjustForms } from './AdjustForms'

const GRANTS = 'POST /api/admin/members/sub-9/grants'
const ADJUSTMENTS = 'POST /api/admin/members/sub-9/adjustments'

let server: ScriptedApiClient
const onDone = vi.fn()

async function form(title: string) {
  const heading = await screen.findByRole('heading', { name: title })
  const element = heading.closest('form')
  if (element === null) throw new Error('no form below the heading')
  const fields = within(element)
  return {
    fill: (credits: string, reason: string) => {
      fireEvent.change(fields.getByLabelText('Credits'), { target: { value: credits } })
      fireEvent.change(fields.getByLabelText(/^Reason/), { target: { value: reason } })
    },
    send: () => fireEvent.submit(element),
    fields,
  }
}

beforeEach(() => {
  server = new ScriptedApiClient()
  onDone.mockClear()
  showToMember(server, <AdjustForms memberId="sub-9" onDone={onDone} />, '/admin/credits')
})

describe('the admin forms', () => {
  it('grant credits with a reason, and show the new balance', async () => {
    server.answers.set(GRANTS, { balance: { creditBalance: 15 } })
    const { fill, send, fields } = await form('Add credits')
    fill('5', '  a broken import ')
    send()
    expect(await fields.findByText(/New balance/)).toHaveTextContent('15 credits')
    expect(server.calls[0]?.body).toMatchObject({ credits: 5, reason: 'a broken import' })
    expect(onDone).toHaveBeenCalledOnce()
    expect(fields.getByLabelText('Credits')).toHaveValue('')
  })

  it('show how many credits could be taken', async () => {
    server.answers.set(ADJUSTMENTS, { taken: 3, balance: { creditBalance: 0 } })
    const { fill, send, fields } = await form('Remove credits')
    fill('5', 'abuse')
    send()
    expect(await fields.findByText(/3 credits removed/)).toBeVisible()
  })

  it.each([
    ['0', 'why', /whole number/],
    ['-5', 'why', /whole number/],
    ['1.5', 'why', /whole number/],
    ['10001', 'why', /whole number/],
    ['5', '   ', /Enter a reason/],
    ['5', 'x'.repeat(201), /up to 200/],
  ])('send nothing for %s credits because of %j', async (credits, reason, expected) => {
    const { fill, send, fields } = await form('Add credits')
    fill(credits, reason)
    send()
    expect(await fields.findByText(expected)).toBeVisible()
    expect(server.calls).toEqual([])
  })

  it('reuse the key after a lost response, and use a new one for the next action', async () => {
    server.answers.set(GRANTS, 'OFFLINE')
    const { fill, send, fields } = await form('Add credits')
    fill('5', 'a broken import')
    send()
    await fields.findByText((_, element) => element?.getAttribute('data-problem') === 'OFFLINE')
    server.answers.set(GRANTS, { balance: { creditBalance: 15 } })
    send()
    await fields.findByText(/New balance/)
    fill('5', 'another one')
    send()
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(2))
    const keys = server.calls.map(({ body }) => body?.['key'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})
