import { readText, removeText, type StorageArea, writeText } from '../browser/storage'
import { ownerHere } from '../recipe/owner'
import type { RecipeCard } from '../recipe/recipe'
import { FIRST_CARDS_KEY, MAX_FIRST_CARDS } from './stored-keys'

interface Stored {
  readonly owner: string
  /** Cards of another query have other fields and are discarded. */
  readonly shape: string
  readonly cards: readonly RecipeCard[]
}

/**
 * The first cards of the list, stored so that the next visit shows them before the server answers. They belong to one
 * owner and are personal data, which a sign-out deletes.
 */
export class FirstCards {
  readonly #storage: StorageArea
  readonly #shape: string
  #written: readonly RecipeCard[] | undefined

  /** @param shape text of the query that the cards come from */
  constructor(storage: StorageArea, shape: string) {
    this.#storage = storage
    this.#shape = shape
  }

  /** The stored cards of the current owner; may be empty. */
  read(): readonly RecipeCard[] {
    const text = readText(this.#storage, FIRST_CARDS_KEY)
    if (typeof text !== 'string') return []
    try {
      const { owner, shape, cards }: Stored = JSON.parse(text)
      return owner === ownerHere(this.#storage) && shape === this.#shape ? cards.slice(0, MAX_FIRST_CARDS) : []
    } catch {
      return []
    }
  }

  /** @param list newest first */
  write(list: readonly RecipeCard[]): void {
    const cards = list.slice(0, MAX_FIRST_CARDS)
    if (this.#written?.length === cards.length && this.#written.every((card, index) => card === cards[index])) return
    this.#written = cards
    const stored: Stored = { owner: ownerHere(this.#storage), shape: this.#shape, cards }
    // If storage is full, an older list must not remain.
    if (!writeText(this.#storage, FIRST_CARDS_KEY, JSON.stringify(stored))) this.forget()
  }

  forget(): void {
    this.#written = undefined
    removeText(this.#storage, FIRST_CARDS_KEY)
  }
}
