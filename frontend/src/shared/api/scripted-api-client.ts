import type { CreditProblem } from '../lib/error-codes'
import { Problem } from '../lib/errors'
import type { ApiClient, RestCall } from './api-client'
import type { LiveHandlers } from './backend'
import { ScriptedBackend } from './test-support'

/** An API client with answers set by the test. */
export class ScriptedApiClient implements ApiClient {
  readonly backend = new ScriptedBackend()
  readonly calls: RestCall[] = []
  readonly listening: { operation: unknown; variables: unknown; handlers: LiveHandlers<never>; ended: boolean }[] = []
  /** Answers by "METHOD path"; a string is a problem code. */
  readonly answers = new Map<string, unknown>()

  readonly send = this.backend.send
  readonly refreshSession = this.backend.refreshSession

  readonly call = async (call: RestCall): Promise<unknown> => {
    this.calls.push(call)
    const answer = this.answers.get(`${call.method} ${call.path}`)
    if (answer === undefined) throw new Error(`the test has no answer for ${call.method} ${call.path}`)
    if (typeof answer === 'string') throw new Problem(answer as CreditProblem)
    return typeof answer === 'function' ? (answer(call) as unknown) : answer
  }

  readonly subscribe: ApiClient['subscribe'] = (operation, variables, handlers) => {
    // The test calls the handlers with matching data.
    const one = { operation, variables, handlers: handlers as LiveHandlers<never>, ended: false }
    this.listening.push(one)
    return () => {
      one.ended = true
    }
  }

  get live(): LiveHandlers<never> {
    const last = this.listening.at(-1)
    if (last === undefined || last.ended) throw new Error('no subscription stands')
    return last.handlers
  }
}
