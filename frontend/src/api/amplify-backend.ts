/** The client library is heavy, so only `amplify-*` imports it, and the app loads it beside the first paint, not before. */
import { type GraphQLResult, generateClient } from 'aws-amplify/api'
import { fetchAuthSession } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { Problem } from '../lib/problem'
import type { RecipeChange } from '../lib/recipe'
import { configure } from './amplify-configure'
import { lookAnew, lookAtSession } from './amplify-look'
import { amplifyAccount } from './amplify-session'
import { type AuthChoice, type Caller, chooseAuth, ownerOf, timestampToken } from './auth-mode'
import type { Backend, LiveHandlers } from './backend'
import type { AppConfig } from './config'
import type { Connection } from './connect'
import { problemOf } from './errors'
import { ISSUE_OWNER_TOKEN, ON_RECIPE_CHANGE, type Operation } from './operations'
import { OwnerTokenCache } from './owner-token'

/** States in which the socket may be missing changes; 'Connected' alone is sound. */
const DISRUPTED = new Set([
  'ConnectionDisrupted',
  'ConnectionDisruptedPendingNetwork',
  'ConnectedPendingNetwork',
  'ConnectedPendingKeepAlive',
])

export function amplifyConnection(config: AppConfig): Connection {
  configure(config)
  return { backend: amplifyBackend(config), account: amplifyAccount(config) }
}

function amplifyBackend(config: AppConfig): Backend {
  const client = generateClient()
  const ownerTokens = new OwnerTokenCache(async () => {
    const { issueOwnerToken } = await sendAs(ISSUE_OWNER_TOKEN, {}, { mode: 'identityPool' })
    if (issueOwnerToken === null) throw new Problem('UNAUTHORIZED')
    return issueOwnerToken
  })
  // What was found out about one caller is not true of the next. Listens for as long as the page is open.
  Hub.listen('auth', ({ payload }) => {
    if (payload.event !== 'signedIn' && payload.event !== 'signedOut') return
    lookAnew()
    ownerTokens.forget()
  })

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
      // The types of an operation are declared beside its document; the library cannot know them.
      const result = answer as GraphQLResult<Data>
      return result.data
    } catch (thrown) {
      throw problemOf(thrown)
    }
  }

  async function send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data> {
    const choice = chooseAuth(operation, await caller())
    try {
      return await sendAs(operation, variables, choice)
    } catch (thrown) {
      const problem = problemOf(thrown)
      const stale = choice.mode === 'lambda' && choice.token === 'owner' && problem.code === 'UNAUTHORIZED'
      if (!stale) throw problem
      // The token may have been signed with a key that is no longer valid: one fresh token, one more try.
      ownerTokens.forget()
      return sendAs(operation, variables, choice)
    }
  }

  return {
    send,

    sendOnLeaving(operation, variables) {
      const token = ownerTokens.held()
      if (token === undefined) return false
      const body = JSON.stringify({ query: operation.text, variables })
      const headers = { 'content-type': 'application/json', authorization: token }
      // The page is on its way out: nobody is left to hear the answer, and a later visit sends it again if need be.
      fetch(config.graphqlEndpoint, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
      return true
    },

    async prepareOwnership() {
      await ownerTokens.get()
    },

    async owner() {
      const owner = ownerOf(await caller())
      if (owner === undefined) throw new Problem('AUTHENTICATION_REQUIRED')
      return owner
    },

    listen(owner, handlers) {
      const stopHub = listenToConnection(handlers)
      const stopChanges = subscribe(owner, handlers)
      return () => {
        stopHub()
        stopChanges()
      }
    },

    async refreshSession() {
      ownerTokens.forget()
      await fetchAuthSession({ forceRefresh: true })
    },
  }

  function subscribe(owner: string, handlers: LiveHandlers): () => void {
    let ended = false
    let unsubscribe: (() => void) | undefined
    const begin = async () => {
      const choice = chooseAuth(ON_RECIPE_CHANGE, await caller())
      const result = client.graphql({
        query: ON_RECIPE_CHANGE.text,
        variables: { owner },
        authMode: choice.mode,
        ...(await tokenFor(choice)),
      })
      if (!('subscribe' in result) || ended) return
      const subscription = result.subscribe({
        next: (message: { data?: { onRecipeChange?: RecipeChange | null } }) => {
          const change = message.data?.onRecipeChange
          if (change !== null && change !== undefined && !ended) handlers.onChange(change)
        },
        error: () => {
          if (!ended) handlers.onError()
        },
      })
      unsubscribe = () => subscription.unsubscribe()
    }
    begin().catch(() => {
      if (!ended) handlers.onError()
    })
    return () => {
      ended = true
      unsubscribe?.()
    }
  }
}

/** Who is calling. */
async function caller(): Promise<Caller> {
  try {
    const { identityId, userSub } = await lookAtSession()
    return {
      ...(userSub === undefined ? {} : { userName: userSub }),
      ...(identityId === undefined ? {} : { identityId }),
    }
  } catch (thrown) {
    throw problemOf(thrown)
  }
}

/** Follows the socket's state through the library's hub: it has no other way to tell. */
function listenToConnection(handlers: LiveHandlers): () => void {
  return Hub.listen('api', ({ payload }) => {
    if (payload.event === 'Subscription ack') handlers.onAcknowledged()
    if (payload.event !== 'ConnectionStateChange') return
    const data: unknown = payload.data
    if (typeof data === 'object' && data !== null && 'connectionState' in data) {
      if (typeof data.connectionState === 'string' && DISRUPTED.has(data.connectionState)) handlers.onDisrupted()
    }
  })
}
