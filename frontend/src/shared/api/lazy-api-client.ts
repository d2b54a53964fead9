import type { ApiClient } from './api-client'
import type { Backend } from './backend'
import type { Connection } from './connection'
import { problemOf } from './server-errors'

/** An API client whose code is loaded on the first call or subscription. */
export function lazyApiClient(backend: Backend, connection: () => Promise<Connection>): ApiClient {
  const ready = async () => {
    try {
      return await (await connection()).apiClient()
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
        (client) => {
          if (!ended) end = client.subscribe(operation, variables, handlers, changeOf)
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
