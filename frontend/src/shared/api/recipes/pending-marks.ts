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
  /** Changes a recipe's marks on the server. Resolves to the new version; rejects with a `Problem`. */
  send(id: string, changes: MarkChanges): Promise<number>
  versionOf(id: string): number | undefined
}

/** Limit on concurrent calls. */
const MAX_AT_ONCE = 4
/** Wait before retrying against a busy server. */
const BUSY_MS = 5_000

/**
 * Marks that the list does not contain yet: shown immediately, stored in the browser until sent, and sent again on
 * reconnection. The last value of a mark wins, so sending twice is idempotent.
 */
export class PendingMarks {
  readonly #stored: StoredCollection<StoredMarks>
  readonly #hooks: PendingMarksHooks
  #unsent: ReadonlyMap<string, MarkChanges>
  /** Sent marks, until the list reaches this version. */
  readonly #sent = new Map<string, { readonly changes: MarkChanges; readonly version: number }>()
  readonly #sending = new Set<string>()
  readonly #gate = new Gate(MAX_AT_ONCE)
  #shown: ReadonlyMap<string, MarkChanges> = new Map()
  /** Incremented when the caller changes; answers to older calls are ignored. */
  #generation = 0

  /** @param prefix of the storage keys. */
  constructor(prefix: string, storage: StorageArea, hooks: PendingMarksHooks) {
    this.#stored = new StoredCollection(prefix, STORED, storage)
    this.#hooks = hooks
    this.#unsent = this.#load()
    this.#show()
  }

  /** Marks that override those in the list, by recipe id. The same map until something changes. */
  get shown(): ReadonlyMap<string, MarkChanges> {
    return this.#shown
  }

  /** Sets marks on a recipe. Rejects with a `Problem` if the server refuses; offline they wait. */
  async put(id: string, changes: MarkChanges): Promise<void> {
    await this.putAll(new Map([[id, changes]]))
  }

  /**
   * Sets marks on many recipes. Shows all immediately, sends a few at a time. At the end, rejects with the last
   * `Problem` if the server refused any.
   * @param onDone receives the number of recipes handled so far (sent, refused or waiting).
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

  /** Sends marks stored from an earlier visit or from offline time. Refused marks are dropped. */
  sendAll(): void {
    for (const id of this.#unsent.keys()) this.#send(id).catch(() => undefined)
  }

  /** Drops sent marks that the list already contains. */
  settle(): void {
    const settled = [...this.#sent].filter(([id, { version }]) => (this.#hooks.versionOf(id) ?? 0) >= version)
    for (const [id] of settled) this.#sent.delete(id)
    if (settled.length > 0) this.#show()
  }

  /** Called when the caller changes: loads their stored marks. */
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
    // The running call also sends later changes.
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

/** The marks changed since `sent`, or undefined. */
function without(now: MarkChanges | undefined, sent: MarkChanges): MarkChanges | undefined {
  const left = Object.entries(now ?? {}).filter(([field, mark]) => sent[field as MarkField] !== mark)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}
