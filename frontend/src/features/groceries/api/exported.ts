import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { Analytics, type AnalyticsEvent } from '../../../shared/api/analytics'
import { appConfig } from '../../../shared/api/app-config'

type Way = Extract<AnalyticsEvent, { name: 'shopping_list_exported' }>['submission_mode']

/** Records an export of the list. */
export function useExported(): (way: Way, count: number) => void {
  const server = useApiClient()
  return useMemo(() => {
    const { record } = new Analytics(server, async () => (await appConfig()).stage)
    return (way, count) => record({ name: 'shopping_list_exported', submission_mode: way, ingredient_count: count })
  }, [server])
}
