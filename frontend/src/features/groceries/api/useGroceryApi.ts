import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { Analytics } from '../../../shared/api/analytics'
import { appConfig } from '../../../shared/api/app-config'
import { GroceryApi } from './grocery-api'

/** The grocery service, behind the same door as what is paid for. */
export function useGroceryApi(): GroceryApi {
  const server = useApiClient()
  return useMemo(() => {
    const analytics = new Analytics(server, async () => (await appConfig()).stage)
    return new GroceryApi(server, analytics.record)
  }, [server])
}
