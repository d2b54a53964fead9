import { useEffect, useState } from 'react'
import type { CreditProblem } from '../../../shared/lib/error-codes'
import { useTask } from '../../../shared/ui/useTask'
import type { Page } from '../api/credit-api'
import { creditProblemOf } from '../model/credit-problem'

export interface Pages<Item> {
  /** What was fetched so far; null until the first page is there. */
  readonly items: readonly Item[] | null
  readonly hasMore: boolean
  readonly busy: boolean
  readonly problem: CreditProblem | null
  /** Fetches the next page, or tries again what failed. */
  readonly more: () => void
}

interface Fetched<Item> {
  readonly items: readonly Item[] | null
  readonly nextToken: string | null
}

const NOTHING = { items: null, nextToken: null }

/**
 * A list that is fetched page by page, as far as somebody asks. A filter may leave little of a page, so pages are fetched
 * until something is added or the list ends.
 *
 * @param key what the list is of: with another one it begins anew, and what was shown stays until that is there.
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
