import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { Session } from './account'
import type { ClaimNews, SessionStore } from './session-store'

const SessionContext = createContext<SessionStore | null>(null)

/** Provides the session store and runs it while the app is mounted. */
export function SessionProvider({ sessions, children }: { sessions: SessionStore; children: ReactNode }) {
  useEffect(() => {
    sessions.start()
    return () => sessions.stop()
  }, [sessions])
  return <SessionContext value={sessions}>{children}</SessionContext>
}

export function useAccount(): SessionStore {
  const sessions = useContext(SessionContext)
  if (sessions === null) throw new Error('useAccount needs a SessionProvider above it')
  return sessions
}

export function useSession(): Session {
  const sessions = useAccount()
  return useSyncExternalStore(sessions.subscribe, sessions.getSnapshot).session
}

/** Result of claiming the guest's recipes, if the user should see it. */
export function useClaimNews(): ClaimNews | null {
  const sessions = useAccount()
  return useSyncExternalStore(sessions.subscribe, sessions.getSnapshot).claimNews
}
