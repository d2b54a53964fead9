import { useMemo } from 'react'
import { Analytics } from '../../api/analytics'
import { appConfig } from '../../api/app-config'
import { useCreditsServer } from '../../api/credits/CreditsProvider'
import { GroceryApi } from '../../api/groceries/grocery-api'

/** The grocery service, behind the same door as what is paid for. */
export function useGroceryApi(): GroceryApi {
  const server = useCreditsServer()
  return useMemo(() => {
    const analytics = new Analytics(server, async () => (await appConfig()).stage)
    return new GroceryApi(server, analytics.record)
  }, [server])
}
