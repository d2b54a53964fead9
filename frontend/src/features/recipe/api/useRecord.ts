import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { Analytics } from '../../../shared/api/analytics'
import { appConfig } from '../../../shared/api/app-config'

/** Records usage events. */
export function useRecord(): Analytics['record'] {
  const server = useApiClient()
  return useMemo(() => new Analytics(server, async () => (await appConfig()).stage).record, [server])
}
