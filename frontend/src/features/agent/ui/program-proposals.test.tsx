import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIST_RECIPES, RECORD_EVENT } from '../../../contract/operations'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { Problem } from '../../../shared/lib/errors'
import { aCard } from '../../../shared/lib/test-support'
import { ScriptedAssistant, SOUP, VEGAN } from './agent.test.support'
import { ProgramProposals } from './ProgramProposals'
import { ProgramProposalsNotice } from './ProgramProposalsNotice'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({ config: { stage: 'prod' } }))
vi.mock('../../../shared/api/app-config', () => ({ useAppConfig: () => config, appConfig: async () => config }))

const PROPOSAL = { id: 'a'.repeat(32), recipeId: SOUP.id, program: 'Kitchen robot', wish: 'vegan' }
const PATH = `/api/proposals/${PROPOSAL.id}`

let assistant: ScriptedAssistant
const show = () => assistant.show(<ProgramProposals proposals={[PROPOSAL]} />)
const discards = () => assistant.server.calls.filter(({ method, path }) => method === 'DELETE' && path === PATH).length
const events = () =>
  assistant.server.backend.sent.filter(({ operation }) => operation === RECORD_EVENT).map(({ variables }) => variables)
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  assistant = new ScriptedAssistant()
  assistant.server.answers.set('POST /api/agent/propose', { patch: VEGAN, words: null, reckoned: true })
  assistant.server.backend.answer(RECORD_EVENT, () => ({ recordEvent: true }))
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
  await vi.waitFor(() => expect(events()).toEqual([{ event: { name: 'proposal_accepted', recipe_id: SOUP.id } }]))
  expect(screen.queryByRole('button', { name: 'Discard suggestion' })).toBeNull()
})

it('a discarded proposal disappears and changes nothing', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await button('Discard suggestion'))
  await vi.waitFor(() => expect(screen.queryByText(/Kitchen robot/)).toBeNull())
  expect(discards()).toBe(1)
  await vi.waitFor(() => expect(events()).toEqual([{ event: { name: 'proposal_discarded', recipe_id: SOUP.id } }]))
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

describe('the notice in the list', () => {
  const answer = (...recipeIds: string[]) =>
    assistant.server.answers.set('GET /api/proposals', {
      proposals: recipeIds.map((recipeId) => ({ ...PROPOSAL, recipeId })),
    })

  it('links to the listed recipes that programs propose to change', async () => {
    const items = [aCard({ id: SOUP.id, title: 'Soup' }), aCard({ id: 'e'.repeat(32) })]
    assistant.server.backend.answer(LIST_RECIPES, () => ({ listRecipes: { items, nextToken: null } }))
    answer(SOUP.id, 'f'.repeat(32))
    assistant.show(<ProgramProposalsNotice />)
    await vi.waitFor(() => assistant.server.backend.live)
    await act(async () => assistant.server.backend.live.onAcknowledged())
    const link = await screen.findByRole('link', { name: 'Soup' })
    expect(link).toHaveAttribute('href', `/recipes/${SOUP.id}`)
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  it('requests nothing for guests', async () => {
    const Phase = () => <p>{useSession().phase}</p>
    answer(SOUP.id)
    assistant.show(
      <>
        <ProgramProposalsNotice />
        <Phase />
      </>,
      { isGuest: true },
    )
    await screen.findByText('guest')
    expect(assistant.server.calls).toEqual([])
  })
})
