import { useSyncExternalStore } from 'react'
import type { View } from '../model/list-query'

/** Same breakpoints as the CSS classes of the short list. */
const STEPS = ['(min-width: 20rem)', '(min-width: 48rem)', '(min-width: 80rem)']

/** Number of grid columns at the current width. */
export function useColumns(view: View): number {
  const columns = useSyncExternalStore(subscribe, columnsNow)
  return view === 'grid' ? columns : 1
}

function columnsNow(): number {
  return 1 + STEPS.filter((step) => matchMedia(step).matches).length
}

function subscribe(onChange: () => void): () => void {
  const queries = STEPS.map((step) => matchMedia(step))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
