import { useEffect, useState } from 'react'
import { useSession } from '../../../../shared/api/account/SessionProvider'
import { deviceStorage } from '../../../../shared/lib/browser/storage'
import { ownerHere } from '../../../../shared/lib/recipe/owner'

/** Time after which the caller is treated as offline. */
const WAIT_MS = 5_000

/**
 * Whether the caller is known, or cannot be. Content that can be taken only once waits for it: an expired session
 * redirects to sign-in and back.
 */
export function useCallerKnown(): boolean {
  const { phase } = useSession()
  const [isLate, setLate] = useState(() => !navigator.onLine)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  // A guest in a member's browser will probably sign in.
  return phase === 'member' || (phase === 'guest' ? ownerHere(deviceStorage()) === 'guest' : isLate)
}
