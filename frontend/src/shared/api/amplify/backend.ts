/** The client library is large: only `shared/api/amplify` imports it, and the first paint does not wait for it. */
import { generateClient } from 'aws-amplify/api'
import { fetchAuthSession } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import type { Operation } from '../../../contract/operation'
import { GET_RECIPE, ISSUE_OWNER_TOKEN, ON_RECIPE_CHANGE } from '../../../contract/operations'
import { Problem } from '../../lib/errors'
import { type AuthChoice, type Caller, chooseAuth, ownerOf, timestampToken } from '../auth-mode'
import type { Backend, Subscribe } from '../backend'
import type { AppConfig } from '../config'
import type { Connection } from '../connection'
import { OwnerTokenCache } from '../owner-token'
import { problemOf } from '../server-errors'
import { amplifyAccount } from './account'
import { lookUpCaller } from './caller'
import { configure } from './configure'
import { GuestIdentity } from './guest-identity'
import { forgetSharedSession, sharedSession } from './shared-session'
import { dataOf, subscribes } from './subscriptions'

export function amplifyConnection(config: AppConfig): Connection {
  configure(config)
  const { backend, subscribe } = amplifyBackend(config)
  return {
    backend,
    account: amplifyAccount(config),
    apiClient: async () => (await import('./rest')).amplifyApiClient(backend, subscribe),
  }
}

function amplifyBackend(config: AppConfig): { backend: Backend; subscribe: Subscribe } {
  const client = generateClient()
  const identity = new GuestIdentity(config.identityPoolId)
  const ownerTokens = new OwnerTokenCache(async () => {
    identity.need()
    const { issueOwnerToken } = await sendAs(ISSUE_OWNER_TOKEN, {}, { mode: 'identityPool' })
    if (issueOwnerToken === null) throw new Problem('UNAUTHORIZED')
    return issueOwnerToken
  })
  // Discard data of the former caller. Subscribed while the page is open.
  Hub.listen('auth', ({ payload }) => {
    if (payload.event !== 'signedIn' && payload.event !== 'signedOut') return
    forgetSharedSession()
    ownerTokens.forget()
  })

  /** The current caller; empty if not known. Rejects with OFFLINE without a network. */
  async function caller(): Promise<Caller> {
    identity.need()
    return (await lookUpCaller(sharedSession)) ?? {}
  }

  async function tokenFor(choice: AuthChoice): Promise<{ authToken?: string }> {
    if (choice.mode !== 'lambda') return {}
    return { authToken: choice.token === 'owner' ? await ownerTokens.get() : timestampToken(Date.now()) }
  }

  async function sendAs<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    choice: AuthChoice,
  ): Promise<Data> {
    try {
      const answer: unknown = await client.graphql({
        query: operation.text,
        variables: { ...variables },
        authMode: choice.mode,
        ...(await tokenFor(choice)),
      })
      return dataOf<Data>(answer)
    } catch (thrown) {
      throw problemOf(thrown)
    }
  }

  function post(body: object, authorization: string, keepalive = false): Promise<Response> {
    const headers = { 'content-type': 'application/json', authorization }
    return fetch(config.graphqlEndpoint, { method: 'POST', headers, body: JSON.stringify(body), keepalive })
  }

  /** Sends a query without an identity. The client library would create one, in any authorization mode. */
  async function sendAnonymously<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    let answer: unknown
    try {
      const response = await post({ query: operation.text, variables }, timestampToken(Date.now()))
      answer = await response.json()
    } catch {
      throw new Problem('OFFLINE')
    }
    if (typeof answer === 'object' && answer !== null && 'errors' in answer) throw problemOf(answer)
    return dataOf(answer)
  }

  async function send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data> {
    // A guest can read a shared recipe without an identity.
    if (operation.text === GET_RECIPE.text && !identity.isWanted) return sendAnonymously(operation, variables)
    const choice = chooseAuth(operation, await caller())
    try {
      return await sendAs(operation, variables, choice)
    } catch (thrown) {
      const problem = problemOf(thrown)
      const stale = choice.mode === 'lambda' && choice.token === 'owner' && problem.code === 'UNAUTHORIZED'
      if (!stale) throw problem
      // The signing key may have been rotated: retry once with a new token.
      ownerTokens.forget()
      return sendAs(operation, variables, choice)
    }
  }

  const subscribe = subscribes(async (operation, variables) => {
    const choice = chooseAuth(operation, await caller())
    return client.graphql({
      query: operation.text,
      variables: { ...variables },
      authMode: choice.mode,
      ...(await tokenFor(choice)),
    })
  })

  const backend: Backend = {
    send,

    sendOnLeaving(operation, variables) {
      const token = ownerTokens.held()
      if (token === undefined) return false
      // The page is closing and cannot handle a response; a later visit sends again if necessary.
      post({ query: operation.text, variables }, token, true).catch(() => undefined)
      return true
    },

    async prepareOwnership() {
      await ownerTokens.get()
    },

    async owner() {
      if (!identity.isWanted) {
        if (!navigator.onLine) throw new Problem('OFFLINE')
        return null
      }
      const owner = ownerOf(await caller())
      if (owner === undefined) throw new Problem('AUTHENTICATION_REQUIRED')
      return owner
    },

    onGuestIdentity: (listener) => identity.on(listener),

    listen: (owner, handlers) =>
      subscribe(ON_RECIPE_CHANGE, { owner }, handlers, ({ onRecipeChange }) => onRecipeChange),

    async refreshSession() {
      ownerTokens.forget()
      await fetchAuthSession({ forceRefresh: true })
    },
  }
  return { backend, subscribe }
}
