import { objectOf, oneOf, type Schema, text } from '../browser/schema'
import { deviceStorage, type StorageArea } from '../browser/storage'
import { plain, StoredCollection, StoredValue } from '../browser/stored-value'
import { ownerHere } from '../recipe/owner'

/**
 * Setting: always let the assistant read a source in which the readers find no recipe. Stored per device and owner: it
 * is free for guests, but costs members credits.
 */
export class AutoRetrySetting {
  readonly #storage: StorageArea
  /** Owner who turned it on: a member's sub, or "guest". */
  readonly #who: StoredValue<string, null>

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
    this.#who = new StoredValue('zest.assistant.always', plain(text), null, storage)
    this.subscribe = this.#who.subscribe
  }

  readonly subscribe: (listener: () => void) => () => void

  readonly read = (): boolean => this.#who.read() === ownerHere(this.#storage)

  readonly write = (isWanted: boolean): void => {
    if (isWanted) {
      this.#who.write(ownerHere(this.#storage))
      return
    }
    this.#who.clear()
    // Imports that fail while it is off must not be retried later.
    for (const { id, state } of autoRetries.all()) if (state === 'waiting') autoRetries.drop(id)
  }
}

export const autoRetrySetting = new AutoRetrySetting()

/** State of an import that the assistant may have to read. */
export interface AutoRetryState {
  readonly id: string
  /** `waiting`: pending while the setting is on. `sent`: passed to the assistant, never again automatically. */
  readonly state: 'waiting' | 'sent'
}

export const AUTO_RETRY_STATE: Schema<AutoRetryState> = objectOf<AutoRetryState>({
  id: text,
  state: oneOf(['waiting', 'sent']),
})

/** Pending imports, and those sent to the assistant from this device. */
export const autoRetries = new StoredCollection('zest.assistant.import.', AUTO_RETRY_STATE)
