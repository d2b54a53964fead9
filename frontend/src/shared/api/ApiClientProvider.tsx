import { createContext, type ReactNode, useContext } from 'react'
import type { ApiClient } from './api-client'

const ClientContext = createContext<ApiClient | null>(null)

/** Provides the API client, whose code is loaded on first use. */
export function ApiClientProvider({ client, children }: { client: ApiClient; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>
}

export function useApiClient(): ApiClient {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useApiClient needs an ApiClientProvider above it')
  return client
}
