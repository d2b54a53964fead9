import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../../shared/lib/errors'
import { ScriptedAssistant, SOUP, VEGAN } from './agent.test.support'
import { ProgramProposals } from './ProgramProposals'

const PROPOSAL = { id: 'a'.repeat(32), recipeId: SOUP.id, program: 'Kitchen robot', wish: 'vegan' }
const PATH = `/api/proposals/${PROPOSAL.id}`

let assistant: ScriptedAssistant
const show = () => assistant.show(<ProgramProposals proposals={[PROPOSAL]} />)
const discards = () => assistant.server.calls.filter(({ method, path }) => method === 'DELETE' && path === PATH).length
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  assistant = new ScriptedAssistant()
  assistant.server.answers.set('POST /api/agent/propose', { patch: VEGAN, words: null, reckoned: true })
  assistant.server.answers.set(`DELETE ${PATH}`, { id: PROPOSAL.id })
})

it('a proposal is calculated on request, and deleted once accepted', async () => {
  const user = userEvent.setup()
  show()
  screen.getByText(/“Kitchen robot” suggests a change/)
  expect(assistant.server.calls).toEqual([])
  await user.click(await button('Show changes'))
  await user.click(await button('Accept all'))
  await screen.findByText('Recipe updated.')
  expect(assistant.updates).toHaveLength(1)
  await vi.waitFor(() => expect(discards()).toBe(1))
  expect(screen.queryByRole('button', { name: 'Discard suggestion' })).toBeNull()
})

it('a discarded proposal disappears and changes nothing', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await button('Discard suggestion'))
  await vi.waitFor(() => expect(screen.queryByText(/Kitchen robot/)).toBeNull())
  expect(discards()).toBe(1)
  expect(assistant.updates).toEqual([])
})

it('a failed discard is reported, and the proposal stays', async () => {
  const user = userEvent.setup()
  assistant.server.answers.set(`DELETE ${PATH}`, () => {
    throw new Problem('OFFLINE')
  })
  show()
  await user.click(await button('Discard suggestion'))
  await screen.findByRole('alert')
  screen.getByText(/Kitchen robot/)
})

it('a failed calculation is reported, and can be repeated', async () => {
  const user = userEvent.setup()
  assistant.server.answers.set('POST /api/agent/propose', () => {
    throw new Problem('AGENT_NO_SERVINGS')
  })
  show()
  await user.click(await button('Show changes'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This recipe doesn’t say how many it serves.')
  await button('Show changes')
})
