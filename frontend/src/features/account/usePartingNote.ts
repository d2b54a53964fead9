import { useEffect, useState } from 'react'
import { dropNote, type PartingNote, readNote } from '../../lib/parting-note'

/** What the page before this one, in the same tab, had to say; once. */
export function usePartingNote(): PartingNote | null {
  const [note] = useState(() => readNote())
  useEffect(() => dropNote(), [])
  return note
}
