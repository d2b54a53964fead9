import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LET_ASSISTANT_READ } from '../../../contract/assist-operations'
import { ApiClientProvider } from '../../../shared/api/ApiClientProvider'
import { SessionProvider } from '../../../shared/api/account/SessionProvider'
import { COOK, ScriptedAccount, sessionsOf } from '../../../shared/api/account/test-support'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { asAnswer } from '../../../shared/api/test-support'
import { IMPORT_PROBLEMS, Problem, type ProblemCode } from '../../../shared/lib/errors'
import { autoRetries, autoRetrySetting } from '../../../shared/lib/importing/auto-retry'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import { AssistOffer } from './AssistOffer'
import { AutoRetry } from './AutoRetry'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({
  config: { agent: 'bedrock' as 'standIn' | 'bedrock' | false, credits: true },
}))
vi.mock('../../../shared/api/app-config', () => ({ useAppConfig: () => config, appConfig: async () => config }))

const ID = 'a'.repeat(32)
const card = (fields: Partial<RecipeCard> = {}) =>
  aCard({ id: ID, title: null, status: 'FAILED', errorCode: 'NOT_A_RECIPE', ...fields })

let server: ScriptedApiClient
let store: RecipeStore
beforeEach(() => {
  config.agent = 'bedrock'
  config.credits = true
  server = new ScriptedApiClient()
  store = new RecipeStore(server.backend)
  server.backend.answer(LET_ASSISTANT_READ, ({ id }: { id: string }) => ({
    retryRecipe: asAnswer({ ...card({ id, status: 'PENDING', errorCode: null, version: 10 }) }),
  }))
})
afterEach(() => store.stop())

const asked = () => server.backend.sent.filter(({ operation }) => operation === LET_ASSISTANT_READ)
const refuse = (code: ProblemCode, detail: string | null = null) =>
  server.backend.answer(LET_ASSISTANT_READ, () => {
    throw new Problem(code, detail)
  })

async function show(shown: React.ReactNode, isGuest = false) {
  const account = new ScriptedAccount()
  if (!isGuest) account.person = COOK
  await act(async () =>
    render(
      <IntlProvider locale="en" onError={() => undefined}>
        <SessionProvider sessions={sessionsOf(account)}>
          <RecipesProvider store={store}>
            <ApiClientProvider client={server}>
              <MemoryRouter>{shown}</MemoryRouter>
            </ApiClientProvider>
          </RecipesProvider>
        </SessionProvider>
      </IntlProvider>,
    ),
  )
  return userEvent.setup()
}

const offer = (fields?: Partial<RecipeCard>, isGuest = false) => show(<AssistOffer recipe={card(fields)} />, isGuest)
const button = () => screen.getByRole('button', { name: 'Try with the assistant' })

describe('the offer', () => {
  it.each(IMPORT_PROBLEMS)('is made for %s only where no recipe was found, or nobody could ask', async (errorCode) => {
    await offer({ errorCode })
    const codes = ['NOT_A_RECIPE', 'NO_RECIPE_IN_PICTURE', 'NO_RECIPE_IN_FILE', 'ASSISTANT_UNAVAILABLE']
    expect(screen.queryAllByRole('button')).toHaveLength(codes.includes(errorCode) ? 1 : 0)
  })

  it('is not made without an assistant', async () => {
    config.agent = false
    await offer()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows members the cost of a credit, and has the assistant read', async () => {
    const user = await offer()
    screen.getByText('1 credit, refunded if it fails.')
    expect(screen.queryByText(/three uploads/)).toBeNull()
    await user.click(button())
    expect(asked().map(({ variables }) => variables)).toEqual([{ id: ID }])
    expect(autoRetrySetting.read()).toBe(false)
  })

  it('shows guests the upload limit, and no credit', async () => {
    await offer({}, true)
    screen.getByText('Counts as one of your three uploads today.')
    expect(screen.queryByText(/credit/)).toBeNull()
  })

  it('mentions no credits if they are off, and names the stand-in', async () => {
    config.credits = false
    config.agent = 'standIn'
    await offer()
    expect(screen.queryByText(/credit/)).toBeNull()
    screen.getByText('Local stand-in, not a language model')
  })

  it('stores the consent only on the press, and does not ask again', async () => {
    const user = await offer()
    const box = screen.getByRole('checkbox', { name: 'Always do this on this device' })
    await user.click(box)
    expect(autoRetrySetting.read()).toBe(false)
    await user.click(button())
    expect(autoRetrySetting.read()).toBe(true)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('links to more credits when refused for lack of one', async () => {
    refuse('NO_CREDITS')
    const user = await offer()
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('the assistant costs one')
    expect(screen.getByRole('link', { name: 'Get credits' })).toHaveAttribute('href', '/credits')
    expect(button()).toBeEnabled()
  })

  it('says when the guest limit resets, and links to an account', async () => {
    refuse('LIMIT_REACHED', '2126-11-22T14:05:00.000Z')
    const user = await offer({}, true)
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent(/Try again at \d/)
    expect(screen.getByRole('link', { name: 'Sign up: 10 free credits' })).toHaveAttribute('href', '/signup')
  })
})

describe('the automatic retry', () => {
  let version = 1

  /** Publishes list changes from the server. */
  async function tell(...cards: RecipeCard[]) {
    for (const one of cards) {
      version += 1
      const changed = { ...one, version }
      await act(async () => server.backend.live.onChange({ id: changed.id, version, card: changed } as never))
      // Changes in quick succession are batched.
      await act(() =>
        vi.waitFor(() => expect(store.getSnapshot().recipes[0]?.card.version).toBeGreaterThanOrEqual(changed.version)),
      )
    }
  }

  async function open(...cards: RecipeCard[]) {
    server.backend.cards = cards
    await show(<AutoRetry />, true)
    await act(async () => server.backend.live.onAcknowledged())
  }

  const pending = card({ status: 'PENDING', errorCode: null })
  const failed = (errorCode: string) => card({ errorCode })

  beforeEach(() => {
    version = 1
    autoRetrySetting.write(true)
  })

  it.each(['NOT_A_RECIPE', 'NO_RECIPE_IN_PICTURE', 'NO_RECIPE_IN_FILE'])(
    'has %s read by itself, once',
    async (code) => {
      await open(pending)
      await tell(failed(code))
      expect(asked()).toHaveLength(1)
      version = 20
      // The assistant is not asked again, whatever the result and however often it is retried.
      await tell(pending, failed(code), pending, failed(code))
      expect(asked()).toHaveLength(1)
    },
  )

  it.each(['ASSISTANT_FOUND_NOTHING', 'ASSISTANT_UNAVAILABLE', 'TIMED_OUT', 'NO_TEXT_IN_PICTURE'])(
    '%s is not sent on',
    async (code) => {
      await open(pending)
      await tell(failed(code))
      expect(asked()).toEqual([])
    },
  )

  it('does not resend what the assistant could not read', async () => {
    await open(pending)
    await tell(failed('ASSISTANT_UNAVAILABLE'), pending, failed('NOT_A_RECIPE'))
    expect(asked()).toEqual([])
  })

  it('sends an import whose second fetch finds no recipe', async () => {
    await open(pending)
    await tell(failed('TIMED_OUT'), pending, failed('NOT_A_RECIPE'))
    expect(asked()).toHaveLength(1)
  })

  it('ignores older failures', async () => {
    await open(failed('NOT_A_RECIPE'))
    await tell(card({ errorCode: 'NOT_A_RECIPE', sourceName: 'x' }))
    expect(asked()).toEqual([])
  })

  it('sends what failed between two visits', async () => {
    autoRetries.put({ id: ID, state: 'waiting' })
    await open(failed('NOT_A_RECIPE'))
    expect(asked()).toHaveLength(1)
  })

  it('does not resend what the user has sent', async () => {
    autoRetries.put({ id: ID, state: 'sent' })
    await open(pending)
    await tell(failed('NOT_A_RECIPE'))
    expect(asked()).toEqual([])
  })

  it('sends nothing once revoked or without an assistant', async () => {
    await open(pending)
    act(() => autoRetrySetting.write(false))
    await tell(failed('NOT_A_RECIPE'))
    expect(asked()).toEqual([])
    config.agent = false
    act(() => autoRetrySetting.write(true))
    await tell(pending, failed('NOT_A_RECIPE'))
    expect(asked()).toEqual([])
  })

  it('forgets imports that succeeded or were deleted', async () => {
    autoRetries.put({ id: 'gone', state: 'sent' })
    await open(pending)
    expect(autoRetries.all().map(({ id }) => id)).toEqual([ID])
    await tell(card({ status: 'SUCCESS', errorCode: null, title: 'Soup' }))
    expect(autoRetries.all()).toEqual([])
  })
})
