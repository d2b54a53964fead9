/**
 * Removals that can still be undone. They are stored until the server has carried them out, so that a closed tab
 * neither loses nor repeats one: whoever is open when a removal falls due sends it, unless it was taken back.
 */
export interface Removal {
  readonly id: string
  /** Those that were asked for together are undone and carried out together. */
  readonly batch: string
  /** For the sentence that offers the undo. */
  readonly title: string | null
  /** Milliseconds since 1970. */
  readonly askedAt: number
  /** Whether this page asked for it; another visit's removal is carried out without a word. */
  readonly here: boolean
}

/** What one undo takes back. */
export interface RemovalBatch {
  readonly id: string
  readonly ids: readonly string[]
  /** Of the one recipe, or of the first of several. */
  readonly title: string | null
  readonly count: number
}

/** After this, a removal that another tab or an earlier visit left behind is carried out. */
export const LEFT_BEHIND_AFTER_MS = 15_000

/** Reads a stored removal; null when it is none. */
export function readRemoval(value: unknown): Removal | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, batch, title, askedAt } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof askedAt !== 'number') return null
  return {
    id,
    batch: typeof batch === 'string' ? batch : id,
    title: typeof title === 'string' ? title : null,
    askedAt,
    here: false,
  }
}

/** The removals of this page, by batch, in the order in which they were asked for. */
export function batchesOf(removals: readonly Removal[]): RemovalBatch[] {
  const batches = new Map<string, { ids: string[]; title: string | null }>()
  for (const { id, batch, title, here } of removals) {
    if (!here) continue
    const known = batches.get(batch)
    if (known === undefined) batches.set(batch, { ids: [id], title })
    else known.ids.push(id)
  }
  return Array.from(batches, ([id, { ids, title }]) => ({ id, ids, title, count: ids.length }))
}
