/** Without accents and case. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The entries whose title has every word of the query, in order; titles that begin with the query first. */
export function matchingTitles<Entry extends { readonly title: string }>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const wanted = folded(query).trim()
  const words = wanted.split(/\s+/)
  const found = entries
    .map((entry) => ({ entry, title: folded(entry.title) }))
    .filter(({ title }) => words.every((word) => title.includes(word)))
  const begins = found.filter(({ title }) => title.startsWith(wanted))
  const others = found.filter(({ title }) => !title.startsWith(wanted))
  return [...begins, ...others].map(({ entry }) => entry)
}
