import { useEffect, useState } from 'react'
import { type FlashMessage, flashMessage } from '../../../shared/lib/browser/flash-message'

/** What the page before this one, in the same tab, had to say; once. */
export function useFlashMessage(): FlashMessage | null {
  const [note] = useState(flashMessage.read)
  useEffect(() => flashMessage.clear(), [])
  return note
}
