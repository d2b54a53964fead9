import { boolean, nullable, number, objectOf, type Schema, text, withDefault } from '../browser/schema'

/**
 * Deletions that can still be undone. They are stored until the server has carried them out, so that a closed tab
 * neither loses nor repeats one: whoever is open when a deletion falls due sends it, unless it was taken back.
 */
export interface PendingDeletion {
  readonly id: string
  /** Those that were asked for together are undone and carried out together. */
  readonly batch: string
  /** For the sentence that offers the undo. */
  readonly title: string | null
  /** Milliseconds since 1970. */
  readonly askedAt: number
  /** Whether this page asked for it; another visit's deletion is carried out without a word. */
  readonly here: boolean
  /** Whether it was sent when the page was left, where nobody waits for an answer. */
  readonly sentOnLeaving: boolean
}

/** What one undo takes back. */
export interface DeletionBatch {
  readonly id: string
  readonly ids: readonly string[]
  /** Of the one recipe, or of the first of several. */
  readonly title: string | null
  readonly count: number
}

/** After this, a deletion that another tab or an earlier visit left behind is carried out. */
export const LEFT_BEHIND_AFTER_MS = 15_000

const STORED = objectOf({
  id: text,
  // Builds before several could be removed together stored no batch.
  batch: withDefault(nullable(text), null),
  title: withDefault(nullable(text), null),
  askedAt: number,
  sentOnLeaving: withDefault(boolean, false),
})

/** A stored deletion: of another page, as it is read. */
export const PENDING_DELETION: Schema<PendingDeletion> = (value) => {
  const stored = STORED(value)
  return stored && { ...stored, batch: stored.batch ?? stored.id, here: false }
}

/** The deletions of this page, by batch, in the order in which they were asked for. */
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
