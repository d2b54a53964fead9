import { Hub } from 'aws-amplify/utils'
import type { Operation } from '../../../contract/operation'
import { Problem } from '../../lib/errors'
import type { LiveHandlers, Subscribe } from '../backend'
import { problemOf } from '../server-errors'

const DISRUPTED = new Set([
  'ConnectionDisrupted',
  'ConnectionDisruptedPendingNetwork',
  'ConnectedPendingNetwork',
  'ConnectedPendingKeepAlive',
])

/** @param ask sends a subscription and returns the library's observable. */
export function subscribes(
  ask: <Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) => Promise<object>,
): Subscribe {
  return (operation, variables, handlers, changeOf) => {
    let ended = false
    let unsubscribe: (() => void) | undefined
    const stopHub = listenToConnection(operation.text, handlers)
    const fail = (error: unknown) => {
      if (ended) return
      // biome-ignore lint/suspicious/noConsole: a failed set-up is logged.
      console.warn(`The subscription failed: ${problemOf(error).code}`)
      handlers.onError()
    }
    const begin = async () => {
      const result = await ask(operation, variables)
      if (!isSubscribable(result) || ended) return
      const subscription = result.subscribe({
        next: (message) => {
          const change = changeOf(dataOf(message))
          if (change !== null && !ended) handlers.onChange(change)
        },
        error: (error) => fail(error),
      })
      unsubscribe = () => subscription.unsubscribe()
    }
    begin().catch(fail)
    return () => {
      ended = true
      stopHub()
      unsubscribe?.()
    }
  }
}

interface Subscribable {
  subscribe(observer: { next: (message: unknown) => void; error: (error: unknown) => void }): { unsubscribe(): void }
}

function isSubscribable(result: object): result is Subscribable {
  return 'subscribe' in result
}

/**
 * Extracts the data of an answer. Its type follows from the schema, which the server enforces; only its presence is
 * checked.
 */
export function dataOf<Data>(answer: unknown): Data {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new Problem('UNKNOWN')
  if (typeof answer.data !== 'object' || answer.data === null) throw new Problem('UNKNOWN')
  return answer.data as Data
}

/** Follows the state of the shared socket through the library's hub, its only source. */
function listenToConnection(text: string, handlers: LiveHandlers<never>): () => void {
  return Hub.listen('api', ({ payload }) => {
    const data: unknown = payload.data
    if (typeof data !== 'object' || data === null) return
    // Ignores acknowledgements of other subscriptions.
    if (payload.event === 'Subscription ack' && 'query' in data && data.query === text) handlers.onAcknowledged()
    if (payload.event === 'ConnectionStateChange' && 'connectionState' in data) {
      if (typeof data.connectionState === 'string' && DISRUPTED.has(data.connectionState)) handlers.onDisrupted()
    }
  })
}
