import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import {
  CREATE_CONVERSATION,
  GET_CONVERSATION,
  LIST_CONVERSATION_MESSAGES,
  LIST_WHOLE_MESSAGES,
  SEND_MESSAGE,
  STOP_MESSAGE,
} from '../../../contract/agent-operations'
import { GET_RECIPE, ISSUE_OWNER_TOKEN, UPDATE_RECIPE } from '../../../contract/operations'
import { ApiClientProvider } from '../../../shared/api/ApiClientProvider'
import { SessionProvider } from '../../../shared/api/account/SessionProvider'
import { COOK, ScriptedAccount, sessionsOf } from '../../../shared/api/account/test-support'
import type { LiveHandlers } from '../../../shared/api/backend'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import type { OwnRecipe, Recipe } from '../../../shared/lib/recipe/recipe'
import { aLine, aRecipe } from '../../../shared/lib/test-support'
import { aConversation, type aMessage } from '../api/test-support'
import type { WirePart } from '../model/part'
import type { Patch } from '../model/patch'

export const SOUP: OwnRecipe = {
  ...aRecipe({
    title: 'Soup',
    version: 7,
    ingredients: [aLine('200 ml cream'), aLine('1 egg'), aLine('salt')],
    instructions: ['Stir the cream in.'],
  }),
  mine: true,
  warnings: [],
}

/** Replaces the cream, removes the egg, keeps the salt; the step names the replacement. */
export const VEGAN: Patch = {
  recipeId: SOUP.id,
  version: 7,
  title: null,
  description: null,
  servings: null,
  language: null,
  lines: [
    {
      place: 0,
      before: '200 ml cream',
      after: { ...aLine('200 ml oat cream'), note: '' },
      verdict: 'REPLACED',
      reasons: [{ code: 'SUBSTITUTED', words: 'A little thinner.' }],
    },
    { place: 1, before: '1 egg', after: null, verdict: 'LEFT_OUT', reasons: [{ code: 'DONE_WITHOUT', words: null }] },
    { place: 2, before: 'salt', after: null, verdict: 'KEPT', reasons: [] },
  ],
  steps: [
    {
      place: 0,
      before: 'Stir the cream in.',
      after: 'Stir the oat cream in.',
      verdict: 'REPLACED',
      reasons: [{ code: 'NOTED', words: null }],
    },
  ],
  stepHeadings: [],
  remarks: [{ code: 'READ_EVERY_LABEL', diet: 'vegan' }],
}

/** Scripted API server with a recipe and an assistant. */
export class ScriptedAssistant {
  readonly server = new ScriptedApiClient()
  readonly store = new RecipeStore(this.server.backend)
  recipe: Recipe = SOUP
  stored: ReturnType<typeof aMessage>[] = []
  conversation = aConversation()
  readonly updates: { version: number | null; [field: string]: unknown }[] = []

  constructor() {
    const { backend } = this.server
    const page = () => ({ listConversationMessages: { items: this.stored, nextToken: null } })
    backend.answer(LIST_WHOLE_MESSAGES, page)
    backend.answer(LIST_CONVERSATION_MESSAGES, page)
    backend.answer(GET_CONVERSATION, () => ({ getConversation: this.conversation }))
    backend.answer(CREATE_CONVERSATION, ({ id }: { id: string }) => ({
      createConversation: { ...this.conversation, id, credit: null },
    }))
    backend.answer(SEND_MESSAGE, ({ id }: { id: string }) => ({ sendMessage: { id } }))
    backend.answer(STOP_MESSAGE, ({ id }: { id: string }) => ({ stopMessage: { id } }))
    backend.answer(ISSUE_OWNER_TOKEN, () => ({
      issueOwnerToken: { token: 't', expiresAt: '2126-11-22T12:00:00Z' },
    }))
    backend.answer(GET_RECIPE, () => ({ getRecipe: this.recipe }))
    backend.answer(UPDATE_RECIPE, ({ input }: { input: Record<string, unknown> & { version: number } }) => {
      this.updates.push(input)
      const ingredients = (input['ingredients'] as { name: string }[] | undefined)?.map(({ name }) => aLine(name))
      this.recipe = {
        ...this.recipe,
        ...(ingredients === undefined ? {} : { ingredients }),
        ...('instructions' in input ? { instructions: input['instructions'] as string[] } : {}),
        version: input.version + 1,
      }
      return { updateRecipe: this.recipe }
    })
  }

  get live(): LiveHandlers<WirePart> {
    return this.server.live as unknown as LiveHandlers<WirePart>
  }

  /** Renders for a member or a guest and shows the current address. */
  show(shown: ReactNode, { at = '/assistant', isGuest = false } = {}): void {
    const account = new ScriptedAccount()
    if (!isGuest) account.person = COOK
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    render(
      <IntlProvider locale="en" onError={() => undefined}>
        <SessionProvider sessions={sessionsOf(account)}>
          <RecipesProvider store={this.store}>
            <ApiClientProvider client={this.server}>
              <MemoryRouter initialEntries={[at]}>
                {shown}
                <Here />
              </MemoryRouter>
            </ApiClientProvider>
          </RecipesProvider>
        </SessionProvider>
      </IntlProvider>,
    )
  }
}

function Here() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}
