import type { CreditsServer } from './api-client'
import type { Backend } from './backend'
import type { Connection } from './connection'
import { problemOf } from './server-errors'

/** Credits before what they need is loaded: what is asked of them waits, and brings it. */
export function lazyCredits(backend: Backend, connection: () => Promise<Connection>): CreditsServer {
  const ready = async () => {
    try {
      return await (await connection()).credits()
    } catch (thrown) {
      throw problemOf(thrown)
    }
  }
  return {
    send: backend.send,
    refreshSession: backend.refreshSession,
    call: async (call) => (await ready()).call(call),
    subscribe(operation, variables, handlers, changeOf) {
      let ended = false
      let end: (() => void) | undefined
      ready().then(
        (credits) => {
          if (!ended) end = credits.subscribe(operation, variables, handlers, changeOf)
        },
        () => {
          if (!ended) handlers.onError()
        },
      )
      return () => {
        ended = true
        end?.()
      }
    },
  }
}
