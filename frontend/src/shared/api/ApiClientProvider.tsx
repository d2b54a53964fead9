import { createContext, type ReactNode, useContext } from 'react'
import type { ApiClient } from './api-client'

const ClientContext = createContext<ApiClient | null>(null)

/** Hands the API client to the features; nothing is loaded for it before they use it. */
export function ApiClientProvider({ client, children }: { client: ApiClient; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>
}

export function useApiClient(): ApiClient {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useApiClient needs an ApiClientProvider above it')
  return client
}
