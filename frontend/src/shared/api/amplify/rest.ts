/** Client of the REST APIs; loaded with the first call. */

import { fetchAuthSession } from 'aws-amplify/auth'
import { AGENT_PROBLEMS, type AgentProblem, CREDIT_PROBLEMS, type CreditProblem } from '../../lib/error-codes'
import { type ErrorCode, Problem } from '../../lib/errors'
import type { ApiClient, RestCall } from '../api-client'
import type { Backend, Subscribe } from '../backend'
import { problemOfSentence } from '../server-errors'
import { sharedSession } from './shared-session'

/** Timeout in milliseconds; the API itself times out after 29 seconds. */
const TIMEOUT_MS = 35_000

/**
 * Creates the client; GraphQL calls go through `backend`.
 * @param idToken returns the member's id token, refreshed if requested. Rejects with a `Problem`.
 */
export function amplifyApiClient(
  backend: Backend,
  subscribe: Subscribe,
  idToken: (fresh: boolean) => Promise<string> = memberToken,
): ApiClient {
  return {
    send: backend.send,
    refreshSession: backend.refreshSession,
    subscribe,

    async call(call) {
      const given = call.token ?? null
      const first = await ask(call, call.open || given !== null ? given : await idToken(false))
      if (first.status !== 401 || call.open || given !== null) return answerOf(first)
      // The token may have just expired: retries once with a new one.
      return answerOf(await ask(call, await idToken(true)))
    },
  }
}

async function memberToken(fresh: boolean): Promise<string> {
  let token: string | undefined
  try {
    const { tokens } = await (fresh ? fetchAuthSession({ forceRefresh: true }) : sharedSession())
    token = tokens?.idToken?.toString()
  } catch {
    throw new Problem('OFFLINE')
  }
  if (token === undefined) throw new Problem('UNAUTHORIZED')
  return token
}

async function ask({ method, path, body }: RestCall, token: string | null): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw new Problem('OFFLINE')
  }
}

async function answerOf(response: Response): Promise<unknown> {
  // A proxy or gateway may answer without JSON.
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer
  throw problemIn(answer, response.status)
}

const CODES: readonly (CreditProblem | AgentProblem)[] = [...CREDIT_PROBLEMS, ...AGENT_PROBLEMS]

const BY_STATUS: Readonly<Record<number, 'UNAUTHORIZED' | 'BUSY'>> = {
  401: 'UNAUTHORIZED',
  403: 'UNAUTHORIZED',
  429: 'BUSY',
  503: 'BUSY',
  504: 'BUSY',
}

function problemIn(answer: unknown, status: number): Problem<ErrorCode> {
  const { code, message }: { code?: unknown; message?: unknown } =
    typeof answer === 'object' && answer !== null ? answer : {}
  const limit = problemOfSentence(typeof message === 'string' ? message : '')
  if (limit.code === 'LIMIT_REACHED') return limit
  return new Problem<ErrorCode>(CODES.find((known) => known === code) ?? BY_STATUS[status] ?? 'UNKNOWN')
}
