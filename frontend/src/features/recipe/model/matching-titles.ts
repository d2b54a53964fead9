import { fold } from '../../../shared/lib/list/fold'

/** The entries whose title has every word of the query, in order; titles that begin with the query first. */
export function matchingTitles<Entry extends { readonly title: string }>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const wanted = fold(query)
  const words = wanted.split(' ')
  const found = entries
    .map((entry) => ({ entry, title: fold(entry.title) }))
    .filter(({ title }) => words.every((word) => title.includes(word)))
  const begins = found.filter(({ title }) => title.startsWith(wanted))
  const others = found.filter(({ title }) => !title.startsWith(wanted))
  return [...begins, ...others].map(({ entry }) => entry)
}
