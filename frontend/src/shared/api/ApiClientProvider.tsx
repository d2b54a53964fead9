import { createContext, type ReactNode, useContext } from 'react'
import type { CreditsServer } from './api-client'

const ServerContext = createContext<CreditsServer | null>(null)

/** Hands what credits need of the server to whatever asks for them; nothing is loaded for it before. */
export function CreditsProvider({ server, children }: { server: CreditsServer; children: ReactNode }) {
  return <ServerContext value={server}>{children}</ServerContext>
}

/** What credits need of the server. */
export function useCreditsServer(): CreditsServer {
  const server = useContext(ServerContext)
  if (server === null) throw new Error('useCreditsServer needs a CreditsProvider above it')
  return server
}
