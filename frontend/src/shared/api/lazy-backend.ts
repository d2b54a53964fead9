import { Problem } from '../lib/errors'
import type { Backend } from './backend'
import { problemOf } from './server-errors'

/**
 * A backend that loads its library on first use, so that the first paint does not wait. Calls wait for the load; after
 * a failure the next call tries again.
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
      // Neither the network nor the server failed, but the code could not be loaded.
      throw problem.code === 'UNKNOWN' ? new Problem('MODEL_NOT_AVAILABLE') : problem
    }
  }

  const subscribed = (subscribe: (backend: Backend) => () => void, onFailure: () => void): (() => void) => {
    let ended = false
    let end: (() => void) | undefined
    ready().then(
      (backend) => {
        if (!ended) end = subscribe(backend)
      },
      () => {
        if (!ended) onFailure()
      },
    )
    return () => {
      ended = true
      end?.()
    }
  }

  return {
    send: async (operation, variables) => (await ready()).send(operation, variables),
    sendOnLeaving: (operation, variables) => loaded?.sendOnLeaving(operation, variables) ?? false,
    prepareOwnership: async () => (await ready()).prepareOwnership(),
    owner: async () => (await ready()).owner(),
    refreshSession: async () => (await ready()).refreshSession(),
    listen: (owner, handlers) =>
      subscribed(
        (backend) => backend.listen(owner, handlers),
        () => handlers.onError(),
      ),
    // Called after `owner`, so the library is loaded.
    onGuestIdentity: (listener) =>
      subscribed(
        (backend) => backend.onGuestIdentity(listener),
        () => undefined,
      ),
  }
}
