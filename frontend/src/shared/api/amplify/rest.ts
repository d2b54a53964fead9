/** Credits, as the app's own server keeps them. Loaded when somebody has some. */
import { fetchAuthSession } from 'aws-amplify/auth'
import { CREDIT_PROBLEMS, CreditFailure, type CreditProblem } from '../../lib/credit-problem'
import type { CreditsServer, RestCall } from '../api-client'
import type { Backend, Subscribe } from '../backend'
import { problemOfSentence } from '../server-errors'
import { sharedSession } from './shared-session'

/** How long an answer may take, in milliseconds: the API itself gives up after 29 seconds. */
const TIMEOUT_MS = 35_000

/**
 * What credits need of the server.
 *
 * @param idToken the member's own token, a fresh one if asked for. Rejects with a `CreditFailure`.
 */
export function amplifyCredits(
  backend: Backend,
  subscribe: Subscribe,
  idToken: (fresh: boolean) => Promise<string> = memberToken,
): CreditsServer {
  return {
    send: backend.send,
    refreshSession: backend.refreshSession,
    subscribe,

    async call(call) {
      const given = call.token ?? null
      const first = await ask(call, call.open || given !== null ? given : await idToken(false))
      if (first.status !== 401 || call.open || given !== null) return answerOf(first)
      // The token may have run out on its way: one fresh token, one more try.
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
    throw new CreditFailure('OFFLINE')
  }
  if (token === undefined) throw new CreditFailure('UNAUTHORIZED')
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
    throw new CreditFailure('OFFLINE')
  }
}

async function answerOf(response: Response): Promise<unknown> {
  // What stands before the API, or a proxy on the way, answers in words of its own.
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer
  throw new CreditFailure(problemIn(answer, response.status), againIn(answer), codeIn(answer))
}

const BY_STATUS: Readonly<Record<number, CreditProblem>> = {
  401: 'UNAUTHORIZED',
  403: 'UNAUTHORIZED',
  429: 'BUSY',
  503: 'BUSY',
  504: 'BUSY',
}

function againIn(answer: unknown): string | null {
  const sentence = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined
  const { code, detail } = problemOfSentence(typeof sentence === 'string' ? sentence : '')
  return code === 'LIMIT_REACHED' ? detail : null
}

function codeIn(answer: unknown): string | null {
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
  return typeof code === 'string' ? code : null
}

function problemIn(answer: unknown, status: number): CreditProblem {
  const code = codeIn(answer)
  return CREDIT_PROBLEMS.find((known) => known === code) ?? BY_STATUS[status] ?? 'UNKNOWN'
}
