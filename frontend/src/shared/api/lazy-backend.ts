import { Problem } from '../lib/errors'
import type { Backend } from './backend'
import { problemOf } from './server-errors'

/**
 * A backend that is there before its library is: the first paint does not wait for it, and what is asked of it waits
 * instead. When loading fails it is tried again with the next call.
 */
export function lazyBackend(load: () => Promise<Backend>): Backend {
  let loading: Promise<Backend> | undefined
  let loaded: Backend | undefined

  const ready = async (): Promise<Backend> => {
    loading ??= load()
    try {
      loaded = await loading
      return loaded
    } catch (thrown) {
      loading = undefined
      const problem = problemOf(thrown)
      // Neither the network nor the server: without the client there are no recipes to speak of.
      throw problem.code === 'UNKNOWN' ? new Problem('MODEL_NOT_AVAILABLE') : problem
    }
  }

  return {
    send: async (operation, variables) => (await ready()).send(operation, variables),
    sendOnLeaving: (operation, variables) => loaded?.sendOnLeaving(operation, variables) ?? false,
    prepareOwnership: async () => (await ready()).prepareOwnership(),
    owner: async () => (await ready()).owner(),
    refreshSession: async () => (await ready()).refreshSession(),
    listen(owner, handlers) {
      let ended = false
      let end: (() => void) | undefined
      ready().then(
        (backend) => {
          if (!ended) end = backend.listen(owner, handlers)
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
