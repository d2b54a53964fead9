import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { describeCallProblem } from '../i18n/call-problem-messages'
import { asProblem } from '../lib/errors'
import type { MarkChanges } from '../lib/recipe/marks'
import { useToasts } from './Toasts'

/**
 * Sets marks on a recipe and shows a toast on failure.
 * @param put rejects with a `Problem`.
 */
export function useMarking(
  put: (id: string, changes: MarkChanges) => Promise<void>,
): (id: string, changes: MarkChanges) => void {
  const intl = useIntl()
  const toasts = useToasts()
  return useCallback(
    (id, changes) => {
      put(id, changes).catch((thrown: unknown) =>
        toasts.show({ kind: 'error', content: describeCallProblem(intl, 'save', asProblem(thrown)) }),
      )
    },
    [put, intl, toasts],
  )
}
