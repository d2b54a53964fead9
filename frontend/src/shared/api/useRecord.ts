import { useMemo } from 'react'
import { useApiClient } from './ApiClientProvider'
import { Analytics } from './analytics'
import { appConfig } from './app-config'

/** Records usage events. */
export function useRecord(): Analytics['record'] {
  const server = useApiClient()
  return useMemo(() => new Analytics(server, async () => (await appConfig()).stage).record, [server])
}
