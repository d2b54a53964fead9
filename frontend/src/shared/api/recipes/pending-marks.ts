import { Gate } from '../../lib/browser/gate'
import { objectOf, type Schema, text } from '../../lib/browser/schema'
import type { StorageArea } from '../../lib/browser/storage'
import { StoredCollection } from '../../lib/browser/stored-value'
import { asProblem, waitsForNetwork, waitsForRoom } from '../../lib/errors'
import { MARK_CHANGES, type MarkChanges, type MarkField } from '../../lib/recipe/marks'

interface StoredMarks {
  readonly id: string
  readonly changes: MarkChanges
}

const STORED: Schema<StoredMarks> = objectOf({ id: text, changes: MARK_CHANGES })

export interface PendingMarksHooks {
  onChange(): void
  /** Changes a recipe's marks on the server. The version that it has then; rejects with a `Problem`. */
  send(id: string, changes: MarkChanges): Promise<number>
  /** The version of a recipe that the list shows. */
  versionOf(id: string): number | undefined
}

/** Recipes whose marks are sent at the same time. */
const MOST_AT_ONCE = 4
/** How long a server is left alone that is busy. */
const BUSY_MS = 5_000

/**
 * Marks that somebody has put on recipes and that the list does not have from the server yet: shown at once, kept in the browser's storage
 * until they are sent, and sent by themselves when there is a network. Of each mark the last one counts, so sending one
 * twice is harmless.
 */
export class PendingMarks {
  readonly #stored: StoredCollection<StoredMarks>
  readonly #hooks: PendingMarksHooks
  #unsent: ReadonlyMap<string, MarkChanges>
  /** Sent, but older than what the list shows: until it hears of this version. */
  readonly #sent = new Map<string, { readonly changes: MarkChanges; readonly version: number }>()
  readonly #sending = new Set<string>()
  readonly #gate = new Gate(MOST_AT_ONCE)
  #shown: ReadonlyMap<string, MarkChanges> = new Map()
  /** Grows when the caller changes; the answers to the former one's calls no longer count. */
  #generation = 0

  /** @param prefix of the keys under which they are stored. */
  constructor(prefix: string, storage: StorageArea, hooks: PendingMarksHooks) {
    this.#stored = new StoredCollection(prefix, STORED, storage)
    this.#hooks = hooks
    this.#unsent = this.#load()
    this.#show()
  }

  /** What is to be shown instead of what the server has told, by the recipes' ids. The same map until something changes. */
  get shown(): ReadonlyMap<string, MarkChanges> {
    return this.#shown
  }

  /** Puts marks on a recipe. Rejects with a `Problem` where the server refuses them; without a network they wait. */
  async put(id: string, changes: MarkChanges): Promise<void> {
    await this.putAll(new Map([[id, changes]]))
  }

  /**
   * Puts marks on many recipes, which shows all of them at once and sends some at a time. Rejects with the last `Problem` of those
   * that the server refuses, when all are done.
   *
   * @param onDone hears after each how many are sent, refused, or wait for the network.
   */
  async putAll(
    marks: ReadonlyMap<string, MarkChanges>,
    onDone: (done: number) => void = () => undefined,
  ): Promise<void> {
    this.#keepAll(Array.from(marks, ([id, changes]) => [id, { ...this.#unsent.get(id), ...changes }]))
    let done = 0
    const refusals: unknown[] = []
    const send = async (id: string) => {
      await this.#send(id).catch((thrown: unknown) => refusals.push(thrown))
      done += 1
      onDone(done)
    }
    await Promise.all(Array.from(marks.keys(), send))
    if (refusals.length > 0) throw refusals.at(-1)
  }

  /** Sends what an earlier visit has left, or what waited for the network. Whatever is refused is forgotten. */
  sendAll(): void {
    for (const id of this.#unsent.keys()) this.#send(id).catch(() => undefined)
  }

  /** Lets go of what the list shows by itself now. */
  settle(): void {
    const settled = [...this.#sent].filter(([id, { version }]) => (this.#hooks.versionOf(id) ?? 0) >= version)
    for (const [id] of settled) this.#sent.delete(id)
    if (settled.length > 0) this.#show()
  }

  /** Somebody else is calling: takes up what is stored for them. */
  restart(): void {
    this.#generation += 1
    this.#sent.clear()
    this.#sending.clear()
    this.#unsent = this.#load()
    this.#show()
  }

  #load(): ReadonlyMap<string, MarkChanges> {
    return new Map(this.#stored.all().map(({ id, changes }) => [id, changes]))
  }

  async #send(id: string): Promise<void> {
    // Whoever sends already goes on until all of it is sent.
    if (this.#sending.has(id)) return
    const generation = this.#generation
    this.#sending.add(id)
    await this.#gate.pass(() => this.#sendNow(id, generation))
  }

  async #sendNow(id: string, generation: number): Promise<void> {
    if (generation !== this.#generation) return
    try {
      for (let changes = this.#unsent.get(id); changes !== undefined; changes = this.#unsent.get(id)) {
        const version = await this.#hooks.send(id, changes)
        if (generation !== this.#generation) return
        this.#sent.set(id, { changes: { ...this.#sent.get(id)?.changes, ...changes }, version })
        this.#keep(id, without(this.#unsent.get(id), changes))
      }
    } catch (thrown) {
      if (generation !== this.#generation) return
      const problem = asProblem(thrown)
      if (waitsForNetwork(problem.code)) return
      if (waitsForRoom(problem.code)) {
        setTimeout(() => this.#send(id).catch(() => undefined), BUSY_MS)
        return
      }
      this.#keep(id, undefined)
      throw problem
    } finally {
      if (generation === this.#generation) this.#sending.delete(id)
    }
  }

  #keep(id: string, changes: MarkChanges | undefined): void {
    this.#keepAll([[id, changes]])
  }

  #keepAll(marks: readonly (readonly [string, MarkChanges | undefined])[]): void {
    const unsent = new Map(this.#unsent)
    for (const [id, changes] of marks) {
      if (changes === undefined) {
        unsent.delete(id)
        this.#stored.drop(id)
      } else {
        unsent.set(id, changes)
        this.#stored.put({ id, changes })
      }
    }
    this.#unsent = unsent
    this.#show()
    this.#hooks.onChange()
  }

  #show(): void {
    const shown = new Map<string, MarkChanges>()
    for (const [id, { changes }] of this.#sent) shown.set(id, changes)
    for (const [id, changes] of this.#unsent) shown.set(id, { ...shown.get(id), ...changes })
    this.#shown = shown
  }
}

/** What was changed again since it was sent; undefined where nothing was. */
function without(now: MarkChanges | undefined, sent: MarkChanges): MarkChanges | undefined {
  const left = Object.entries(now ?? {}).filter(([field, mark]) => sent[field as MarkField] !== mark)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}
