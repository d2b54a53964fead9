import { objectOf, oneOf, type Schema, text } from '../browser/schema'
import { deviceStorage, type StorageArea } from '../browser/storage'
import { plain, StoredCollection, StoredValue } from '../browser/stored-value'
import { ownerHere } from '../recipe/personal-data'

/**
 * Whether somebody has said that the assistant is always to read what the readers find no recipe in. It holds on this
 * device and for who has said it: what a guest allowed, which costs nothing, must not cost the member that they become.
 */
export class AutoRetrySetting {
  readonly #storage: StorageArea
  /** Who has said so: a member's sub, or "guest". */
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
    // What fails while nobody wants it is not sent on when somebody wants it again.
    for (const { id, state } of autoRetries.all()) if (state === 'waiting') autoRetries.drop(id)
  }
}

export const autoRetrySetting = new AutoRetrySetting()

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
