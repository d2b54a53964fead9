import { fold } from '../../../shared/lib/list/fold'

/**
 * The entries whose titles contain every word of the query, in their order, but those that begin with the query first.
 * @param entries with their folded titles
 */
export function matchingTitles<Entry extends { readonly folded: string }>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const wanted = fold(query)
  const words = wanted.split(' ')
  const found = entries.filter(({ folded }) => words.every((word) => folded.includes(word)))
  const begins = found.filter(({ folded }) => folded.startsWith(wanted))
  const others = found.filter(({ folded }) => !folded.startsWith(wanted))
  return [...begins, ...others]
}
