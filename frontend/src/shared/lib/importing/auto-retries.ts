import { objectOf, oneOf, type Schema, text } from '../browser/schema'
import { StoredCollection } from '../browser/stored-value'

/** What this device knows of an import that the assistant may have to read. */
export interface AutoRetryState {
  readonly id: string
  /** On its way while somebody wants failures sent on; or sent to the assistant, by whoever: never again by itself. */
  readonly state: 'waiting' | 'sent'
}

export const AUTO_RETRY_STATE: Schema<AutoRetryState> = objectOf<AutoRetryState>({
  id: text,
  state: oneOf(['waiting', 'sent']),
})

/** The imports that were seen on their way, and those that were sent to the assistant from here. */
export const autoRetries = new StoredCollection('zest.assistant.import.', AUTO_RETRY_STATE)
