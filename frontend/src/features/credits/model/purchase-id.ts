import { checked, number, objectOf, text } from '../../../shared/lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../../shared/lib/browser/storage'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import { isRecipeId, newRecipeId } from '../../../shared/lib/recipe/recipe-id'

/** How long a package keeps its purchase id. */
const SAME_PURCHASE_MS = 60 * 60 * 1000

interface Begun {
  readonly id: string
  /** Creation time, ms since the epoch. */
  readonly at: number
}

const BEGUN = objectOf<Begun>({ id: checked(text, isRecipeId), at: number })

/**
 * Ids of started purchases by package, shared by all tabs. They are idempotency keys of checkouts: a double click or a
 * second tab leads to the same payment.
 */
export class PurchaseIds {
  readonly #storage: StorageArea
  readonly #values = new Map<string, StoredValue<Begun, null>>()

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
  }

  /**
   * The id for buying a package: that of a recently started purchase, or a new one.
   * @param now ms since the epoch
   */
  idFor(packageId: string, now: number, newId: () => string = newRecipeId): string {
    const value = this.#of(packageId)
    const begun = value.read()
    if (begun !== null && begun.at <= now && now - begun.at < SAME_PURCHASE_MS) return begun.id
    const id = newId()
    value.write({ id, at: now })
    return id
  }

  /** Drops the id of a finished purchase, so that the next one gets a new id. */
  forget(packageId: string, id: string): void {
    const value = this.#of(packageId)
    if (value.read()?.id === id) value.clear()
  }

  #of(packageId: string): StoredValue<Begun, null> {
    const known = this.#values.get(packageId)
    if (known !== undefined) return known
    const value = new StoredValue(`zest.purchase.${packageId}`, json(BEGUN), null, this.#storage)
    this.#values.set(packageId, value)
    return value
  }
}
