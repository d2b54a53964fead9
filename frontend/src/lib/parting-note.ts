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

/** The note, if there is one. It stays until it is dropped, because a page may be rendered twice before it is shown. */
export function readNote(storage: Storage = sessionStorage): PartingNote | null {
  try {
    const stored = storage.getItem(KEY)
    return NOTES.find((note) => note === stored) ?? null
  } catch {
    return null
  }
}

export function dropNote(storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Without storage there is no note.
  }
}
