import { useEffect, useState } from 'react'
import { type FeedbackPage, type FeedbackQuestion, useFeedbackApi } from '../../../../shared/api/feedback-api'
import type { Problem } from '../../../../shared/lib/errors'
import type { AdminFeedback } from '../../../../shared/lib/feedback/feedback'
import { useTask } from '../../../../shared/ui/useTask'

export interface FeedbackPages {
  /** Null while the first page is loading. */
  readonly items: readonly AdminFeedback[] | null
  readonly hasMore: boolean
  readonly busy: boolean
  readonly problem: Problem | null
  /** Fetches the next page, or retries the failed one. */
  readonly more: () => void
  /** Replaces a shown item by its new state. */
  readonly replace: (feedback: AdminFeedback) => void
}

interface Fetched {
  readonly items: readonly AdminFeedback[] | null
  readonly nextToken: string | null
}

const NOTHING: Fetched = { items: null, nextToken: null }

/**
 * All feedback that matches a query, page by page. Filtered pages may be empty, so it fetches until items are added.
 * Use a new key for another query.
 */
export function useFeedbackPages(question: FeedbackQuestion): FeedbackPages {
  const api = useFeedbackApi()
  const [fetched, setFetched] = useState<Fetched>(NOTHING)
  const { busy, problem, run } = useTask(async ({ wanted }, begin: Fetched) => {
    let { nextToken } = begin
    const items = [...(begin.items ?? [])]
    const before = items.length
    do {
      const page: FeedbackPage = await api.page(question, nextToken)
      items.push(...page.items)
      nextToken = page.nextToken
    } while (wanted() && nextToken !== null && items.length === before)
    if (wanted()) setFetched({ items, nextToken })
  })
  useEffect(() => {
    void run(NOTHING)
  }, [run])
  return {
    items: fetched.items,
    hasMore: fetched.nextToken !== null,
    busy,
    problem,
    more: () => void run(fetched),
    replace: (feedback) =>
      setFetched(({ items, nextToken }) => ({
        items: (items ?? []).map((one) => (one.id === feedback.id ? feedback : one)),
        nextToken,
      })),
  }
}
