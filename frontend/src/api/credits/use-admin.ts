import { useMemo } from 'react'
import { AdminApi } from './admin-api'
import { useCreditsServer } from './CreditsProvider'

/** What admins may do. */
export function useAdminApi(): AdminApi {
  const server = useCreditsServer()
  return useMemo(() => new AdminApi(server), [server])
}
