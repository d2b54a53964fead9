import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { Session } from './account'
import type { ClaimNews, SessionStore } from './session-store'

const SessionContext = createContext<SessionStore | null>(null)

/** Watches over who is there for as long as the app is open. */
export function SessionProvider({ sessions, children }: { sessions: SessionStore; children: ReactNode }) {
  useEffect(() => {
    sessions.start()
    return () => sessions.stop()
  }, [sessions])
  return <SessionContext value={sessions}>{children}</SessionContext>
}

/** What a person can do about their session. */
export function useAccount(): SessionStore {
  const sessions = useContext(SessionContext)
  if (sessions === null) throw new Error('useAccount needs a SessionProvider above it')
  return sessions
}

/** Who is there now. */
export function useSession(): Session {
  const sessions = useAccount()
  return useSyncExternalStore(sessions.subscribe, sessions.getSnapshot).session
}

/** What is worth telling of the recipes that come along from the time as a guest. */
export function useClaimNews(): ClaimNews | null {
  const sessions = useAccount()
  return useSyncExternalStore(sessions.subscribe, sessions.getSnapshot).claimNews
}
