import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { AdminApi } from './admin-api'

/** What admins may do. */
export function useAdminApi(): AdminApi {
  const server = useApiClient()
  return useMemo(() => new AdminApi(server), [server])
}
