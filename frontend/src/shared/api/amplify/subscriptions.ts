import { Hub } from 'aws-amplify/utils'
import type { Operation } from '../../../contract/operation'
import { Problem } from '../../lib/errors'
import type { LiveHandlers, Subscribe } from '../backend'

/** States in which the socket may be missing changes; 'Connected' alone is sound. */
const DISRUPTED = new Set([
  'ConnectionDisrupted',
  'ConnectionDisruptedPendingNetwork',
  'ConnectedPendingNetwork',
  'ConnectedPendingKeepAlive',
])

/** @param ask sends a subscription to the library, and answers what it gives to subscribe to. */
export function subscribes(
  ask: <Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) => Promise<object>,
): Subscribe {
  return (operation, variables, handlers, changeOf) => {
    let ended = false
    let unsubscribe: (() => void) | undefined
    const stopHub = listenToConnection(operation.text, handlers)
    const begin = async () => {
      const result = await ask(operation, variables)
      if (!isSubscribable(result) || ended) return
      const subscription = result.subscribe({
        next: (message) => {
          const change = changeOf(dataOf(message))
          if (change !== null && !ended) handlers.onChange(change)
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
      stopHub()
      unsubscribe?.()
    }
  }
}

interface Subscribable {
  subscribe(observer: { next: (message: unknown) => void; error: () => void }): { unsubscribe(): void }
}

function isSubscribable(result: object): result is Subscribable {
  return 'subscribe' in result
}

/**
 * What the server answered. The types of the data are generated from the schema and the document that was sent, and
 * the server holds itself to the schema; that there is an answer at all is looked at.
 */
export function dataOf<Data>(answer: unknown): Data {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new Problem('UNKNOWN')
  if (typeof answer.data !== 'object' || answer.data === null) throw new Problem('UNKNOWN')
  return answer.data as Data
}

/** Follows the socket's state, which all subscriptions share, through the library's hub: it has no other way to tell. */
function listenToConnection(text: string, handlers: LiveHandlers<never>): () => void {
  return Hub.listen('api', ({ payload }) => {
    const data: unknown = payload.data
    if (typeof data !== 'object' || data === null) return
    // Another subscription's acknowledgement says nothing of this one.
    if (payload.event === 'Subscription ack' && 'query' in data && data.query === text) handlers.onAcknowledged()
    if (payload.event === 'ConnectionStateChange' && 'connectionState' in data) {
      if (typeof data.connectionState === 'string' && DISRUPTED.has(data.connectionState)) handlers.onDisrupted()
    }
  })
}
