import { useEffect, useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { Analytics } from '../../../shared/api/analytics'
import { appConfig } from '../../../shared/api/app-config'
import type { Filter } from '../model/search/read-search'

/** Time without changes after which a search is counted. */
const SETTLED_MS = 2_000

/** Records the use of filters, without their values. */
export function useSearchEvents(filters: readonly Filter[]): void {
  const server = useApiClient()
  const analytics = useMemo(() => new Analytics(server, async () => (await appConfig()).stage), [server])
  const names = filters.join(' ')
  useEffect(() => {
    if (names === '') return
    const timer = setTimeout(
      () => analytics.record({ name: 'recipes_filtered', filters: names.split(' ') }),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [names, analytics])
}
