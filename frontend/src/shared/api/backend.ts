import type { Operation } from '../../contract/operation'
import type { RecipeChange } from '../lib/recipe/recipe'

export interface LiveHandlers<Change = RecipeChange> {
  /** The subscription is acknowledged, again after each reconnect. Load data now, so that no change is missed. */
  onAcknowledged(): void
  onChange(change: Change): void
  /** Changes may be missed from now on. */
  onDisrupted(): void
  onError(): void
}

/**
 * Subscribes to an operation. Returns the unsubscribe function.
 * @param changeOf extracts the change from a message; null to ignore the message.
 */
export type Subscribe = <Data, Variables, Change>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  handlers: LiveHandlers<Change>,
  changeOf: (data: Data) => Change | null,
) => () => void

/** GraphQL operations of the app; implemented by `amplify/backend`. */
export interface Backend {
  /** Sends one operation. Rejects with a `Problem`. */
  send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
  /**
   * Sends an operation on page close, without waiting for the answer. Returns false, and sends nothing, without a
   * cached owner token.
   */
  sendOnLeaving<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): boolean
  /** Fetches the owner token ahead of its use. */
  prepareOwnership(): Promise<void>
  /**
   * Owner of the recipe list; null for a guest without an identity, who has no recipes. The first call that needs an
   * identity creates one. Rejects with a `Problem`, for example offline.
   */
  owner(): Promise<string | null>
  /**
   * Calls the listener when a call needs the first identity, or another tab has it. Returns the unsubscribe function.
   */
  onGuestIdentity(listener: () => void): () => void
  /** Subscribes to the owner's changes. Returns the unsubscribe function. */
  listen(owner: string, handlers: LiveHandlers): () => void
  /** Fetches new credentials after a subscription was refused. */
  refreshSession(): Promise<void>
}
