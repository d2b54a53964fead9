/**
 * Removals that can still be undone. They are stored until the server has carried them out, so that a closed tab
 * neither loses nor repeats one: whoever is open when a removal falls due sends it, unless it was taken back.
 */
export interface Removal {
  readonly id: string
  /** For the sentence that offers the undo. */
  readonly title: string | null
  /** Milliseconds since 1970. */
  readonly askedAt: number
  /** Whether this page asked for it; another visit's removal is carried out without a word. */
  readonly here: boolean
}

/** After this, a removal that another tab or an earlier visit left behind is carried out. */
export const LEFT_BEHIND_AFTER_MS = 15_000

/** Reads a stored removal; null when it is none. */
export function readRemoval(value: unknown): Removal | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, title, askedAt } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof askedAt !== 'number') return null
  return { id, title: typeof title === 'string' ? title : null, askedAt, here: false }
}
