import { beforeEach, describe, expect, it } from 'vitest'
import { LIST_WHOLE_MESSAGES, SEND_MESSAGE } from '../../../contract/agent-operations'
import { ISSUE_OWNER_TOKEN } from '../../../contract/operations'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { Problem } from '../../../shared/lib/errors'
import { agentFailureOf } from '../model/agent-problem'
import { AgentApi } from './agent-api'
import { aMessage } from './test-support'

const PROPOSE = 'POST /api/agent/propose'
const RECIPE = 'a'.repeat(32)

let server: ScriptedApiClient
let api: AgentApi
beforeEach(() => {
  server = new ScriptedApiClient()
  let issued = 0
  server.backend.answer(ISSUE_OWNER_TOKEN, () => {
    issued += 1
    return { issueOwnerToken: { token: `t${issued}`, expiresAt: '2126-11-22T12:00:00Z' } }
  })
  api = new AgentApi(server)
})

const failing = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  const { code, detail } = agentFailureOf(thrown)
  return [code, detail]
}

describe('a wish', () => {
  it('is sent with the owner token of the recipe, and again with a fresh one', async () => {
    server.answers.set(PROPOSE, ({ token }: { token: string }) => {
      if (token === 't1') throw new Problem('UNAUTHORIZED')
      return { patch: null, words: 'As it is.', reckoned: false }
    })
    expect(await api.propose(RECIPE, 'vegan', 'es')).toEqual({ patch: null, words: 'As it is.', isReckoned: false })
    expect(server.calls.map(({ token }) => token)).toEqual(['t1', 't2'])
    expect(server.calls[0]?.body).toEqual({ recipeId: RECIPE, wish: 'vegan', language: 'es' })
  })

  it.each([
    [new Problem('AGENT_NO_SERVINGS'), 'AGENT_NO_SERVINGS', null],
    [new Problem('NO_RECIPE'), 'NO_RECIPE', null],
    [new Problem('LIMIT_REACHED', '2026-11-24T00:00:00Z'), 'LIMIT_REACHED', '2026-11-24T00:00:00Z'],
    [new Problem('AGENT_THROTTLED'), 'AGENT_THROTTLED', null],
    [new Problem('OFFLINE'), 'OFFLINE', null],
    [new Problem('NOT_FOUND'), 'UNKNOWN', null],
  ])('%s is told as %s', async (thrown, problem, again) => {
    server.answers.set(PROPOSE, () => {
      throw thrown
    })
    expect(await failing(api.propose(RECIPE, 'vegan', 'en'))).toEqual([problem, again])
  })

  it('fails if the response does not match the schema', async () => {
    server.answers.set(PROPOSE, () => ({ patch: { lines: 'all' }, words: null, reckoned: true }))
    expect(await failing(api.propose(RECIPE, 'vegan', 'en'))).toEqual(['UNKNOWN', null])
  })
})

it('all pages of messages are fetched', async () => {
  server.backend.answer(LIST_WHOLE_MESSAGES, ({ nextToken }: { nextToken: string | null }) => ({
    listConversationMessages:
      nextToken === null
        ? { items: [aMessage({ id: 'q1' })], nextToken: 'more' }
        : { items: [aMessage({ id: 'q2' })], nextToken: null },
  }))
  expect((await api.messages('c', true)).map(({ id }) => id)).toEqual(['q1', 'q2'])
})

it.each([
  [new Problem('UNKNOWN', 'AGENT_TURNS_USED_UP: this conversation has had its 20 answers.'), 'AGENT_TURNS_USED_UP'],
  [new Problem('UNKNOWN', 'AGENT_NEWER_THAN_US: what?'), 'UNKNOWN'],
  [new Problem('UNKNOWN', 'java.lang.NullPointerException'), 'UNKNOWN'],
  [new Problem('NO_CREDITS'), 'NO_CREDITS'],
  [new Problem('AUTHENTICATION_REQUIRED'), 'UNAUTHORIZED'],
  [new Problem('BUSY'), 'BUSY'],
])('%s of a question is told as %s', async (thrown, problem) => {
  server.backend.answer(SEND_MESSAGE, () => {
    throw thrown
  })
  expect(await failing(api.ask('c', 'q', [{ kind: 'text', text: 'Hi' }], { language: 'en' }))).toEqual([problem, null])
})
