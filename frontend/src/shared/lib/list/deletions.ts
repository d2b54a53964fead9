import { boolean, nullable, number, objectOf, type Schema, text, withDefault } from '../browser/schema'

/**
 * A deletion that the server has not confirmed. It is stored until then, so that a closed tab neither loses nor repeats
 * it. Any open page sends a due deletion.
 */
export interface PendingDeletion {
  readonly id: string
  /** Recipes of a batch are undone and deleted together. */
  readonly batch: string
  /** Title for the undo message. */
  readonly title: string | null
  /** Time of the request in milliseconds since 1970. */
  readonly askedAt: number
  /** Whether this page can undo it; other deletions are carried out silently. */
  readonly here: boolean
  /** Whether it was sent on page close, without an answer. */
  readonly sentOnLeaving: boolean
}

export interface DeletionBatch {
  readonly id: string
  readonly ids: readonly string[]
  /** Title of the first recipe. */
  readonly title: string | null
  readonly count: number
}

/** Delay after which a deletion left by another tab or visit is carried out, in milliseconds. */
export const LEFT_BEHIND_AFTER_MS = 15_000

const STORED = objectOf({
  id: text,
  // Older builds stored no batch.
  batch: withDefault(nullable(text), null),
  title: withDefault(nullable(text), null),
  askedAt: number,
  sentOnLeaving: withDefault(boolean, false),
})

/** Schema of a stored deletion, which is read as one of another page. */
export const PENDING_DELETION: Schema<PendingDeletion> = (value) => {
  const stored = STORED(value)
  return stored && { ...stored, batch: stored.batch ?? stored.id, here: false }
}

/** Batches of this page, in order. */
export function batchesOf(deletions: readonly PendingDeletion[]): DeletionBatch[] {
  const batches = new Map<string, { ids: string[]; title: string | null }>()
  for (const { id, batch, title, here } of deletions) {
    if (!here) continue
    const known = batches.get(batch)
    if (known === undefined) batches.set(batch, { ids: [id], title })
    else known.ids.push(id)
  }
  return Array.from(batches, ([id, { ids, title }]) => ({ id, ids, title, count: ids.length }))
}
