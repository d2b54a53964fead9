import { useMemo } from 'react'
import { useCreditsServer } from '../../../shared/api/ApiClientProvider'
import { AdminApi } from './admin-api'

/** What admins may do. */
export function useAdminApi(): AdminApi {
  const server = useCreditsServer()
  return useMemo(() => new AdminApi(server), [server])
}
