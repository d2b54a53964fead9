import { useCallback } from 'react'
import type { AnalyticsEvent } from '../../../shared/api/analytics'
import { useRecord } from '../../../shared/api/useRecord'

type Way = Extract<AnalyticsEvent, { name: 'shopping_list_exported' }>['submission_mode']

/** Records an export of the list. */
export function useExported(): (way: Way, count: number) => void {
  const record = useRecord()
  return useCallback(
    (way, count) => record({ name: 'shopping_list_exported', submission_mode: way, ingredient_count: count }),
    [record],
  )
}
