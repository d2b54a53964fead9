import { checked, number, objectOf, text } from '../../../shared/lib/browser/schema'
import { deviceStorage, type StorageArea } from '../../../shared/lib/browser/storage'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import { isRecipeId, newRecipeId } from '../../../shared/lib/recipe/recipe-id'

/** For how long a click on the same package means the same purchase, in milliseconds. */
const SAME_PURCHASE_MS = 60 * 60 * 1000

interface Begun {
  readonly id: string
  /** When it was made, in milliseconds. */
  readonly at: number
}

const BEGUN = objectOf<Begun>({ id: checked(text, isRecipeId), at: number })

/**
 * The ids of purchases that were begun, one a package, in what all tabs share: a double click, a second tab and a way back
 * from the payment page mean one purchase, and the server opens one payment for one id.
 */
export class PurchaseIds {
  readonly #storage: StorageArea
  readonly #values = new Map<string, StoredValue<Begun, null>>()

  constructor(storage: StorageArea = deviceStorage()) {
    this.#storage = storage
  }

  /**
   * The id for buying a package now: that of a purchase that was begun a short while ago, or a new one.
   *
   * @param now in milliseconds.
   */
  idFor(packageId: string, now: number, newId: () => string = newRecipeId): string {
    const value = this.#of(packageId)
    const begun = value.read()
    if (begun !== null && begun.at <= now && now - begun.at < SAME_PURCHASE_MS) return begun.id
    const id = newId()
    value.write({ id, at: now })
    return id
  }

  /** A purchase is over, however it ended: whoever buys this package from now on buys it anew. */
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
