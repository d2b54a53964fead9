/** A word from a page that had to be left, for the page that comes after it in the same tab. */
const KEY = 'zest.parting-note'

const NOTES = ['expired', 'account-deleted'] as const
export type PartingNote = (typeof NOTES)[number]

export function leaveNote(note: PartingNote, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(KEY, note)
  } catch {
    // Without storage the word goes unsaid.
  }
}

/** The note, once. */
export function takeNote(storage: Storage = sessionStorage): PartingNote | null {
  try {
    const stored = storage.getItem(KEY)
    storage.removeItem(KEY)
    return NOTES.find((note) => note === stored) ?? null
  } catch {
    return null
  }
}
