import { useEffect, useState } from 'react'
import { useSession } from '../../../../shared/api/account/SessionProvider'
import { deviceStorage } from '../../../../shared/lib/browser/storage'
import { ownerHere } from '../../../../shared/lib/recipe/personal-data'

/** Where the server does not say by then who is here, it is as if there were no network. */
const WAIT_MS = 5_000

/**
 * Whether it is known who is here, as far as it can be. Until then nothing is taken up that can be taken only once: a session that
 * has ended leads to the sign-in, and from there back to this address.
 */
export function useCallerKnown(): boolean {
  const { phase } = useSession()
  const [isLate, setLate] = useState(() => !navigator.onLine)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  // A guest in a member's browser is on the way to the sign-in.
  return phase === 'member' || (phase === 'guest' ? ownerHere(deviceStorage()) === 'guest' : isLate)
}
