import { useEffect, useState } from 'react'
import { type FlashMessage, flashMessage } from '../../../shared/lib/browser/flash-message'

/** Message left by the previous page of this tab; shown once. */
export function useFlashMessage(): FlashMessage | null {
  const [note] = useState(flashMessage.read)
  useEffect(() => flashMessage.clear(), [])
  return note
}
