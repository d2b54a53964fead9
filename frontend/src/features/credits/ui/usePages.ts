import { useEffect, useState } from 'react'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { useTask } from '../../../shared/ui/useTask'
import type { Page } from '../api/credit-api'
import { creditProblemOf } from '../model/credit-problem'

export interface Pages<Item> {
  /** Null while the first page is loading. */
  readonly items: readonly Item[] | null
  readonly hasMore: boolean
  readonly busy: boolean
  readonly problem: CreditProblem | null
  /** Fetches the next page, or retries the failed one. */
  readonly more: () => void
}

interface Fetched<Item> {
  readonly items: readonly Item[] | null
  readonly nextToken: string | null
}

const NOTHING = { items: null, nextToken: null }

/**
 * A list fetched page by page on request. Filtered pages may be empty, so it fetches until items are added or the list
 * ends.
 * @param key identity of the list: another key starts over, keeping the old items until the new ones arrive
 */
export function usePages<Item>(key: string, fetch: (nextToken: string | null) => Promise<Page<Item>>): Pages<Item> {
  const [fetched, setFetched] = useState<Fetched<Item>>(NOTHING)
  const task = useTask<void, [key: string, begin: Fetched<Item>], never, CreditProblem>(
    async ({ wanted }, _key, begin) => {
      let { nextToken } = begin
      const items = [...(begin.items ?? [])]
      const before = items.length
      do {
        const page = await fetch(nextToken)
        items.push(...page.items)
        nextToken = page.nextToken
      } while (wanted() && nextToken !== null && items.length === before)
      if (wanted()) setFetched({ items, nextToken })
    },
    creditProblemOf,
  )
  const { run } = task
  useEffect(() => {
    void run(key, NOTHING)
  }, [key, run])
  return {
    items: fetched.items,
    hasMore: fetched.nextToken !== null,
    busy: task.busy,
    problem: task.problem,
    more: () => void run(key, fetched),
  }
}
