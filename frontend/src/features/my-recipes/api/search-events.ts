import { useEffect } from 'react'
import { useRecord } from '../../../shared/api/useRecord'
import type { Filter } from '../model/search/read-search'

/** Time without changes after which a search is counted. */
const SETTLED_MS = 2_000

/** Records the use of filters, without their values. */
export function useSearchEvents(filters: readonly Filter[]): void {
  const record = useRecord()
  const names = filters.join(' ')
  useEffect(() => {
    if (names === '') return
    const timer = setTimeout(() => record({ name: 'recipes_filtered', filters: names.split(' ') }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [names, record])
}
