/** Id of the element in index.html with `Preloads` as JSON, written by build/plugins/preloads.ts. */
export const PRELOADS_ID = 'preloads'

/** URLs of the build's files that each route needs, by route. */
export type Preloads = Readonly<Record<string, PagePreloads>>

export interface PagePreloads {
  readonly code: readonly string[]
  /** By language. */
  readonly words: Readonly<Record<string, readonly string[]>>
}

/**
 * Preloads the files of a route while the app itself is loading, which saves a round trip per nested import. Does
 * nothing for a route without a list.
 */
export function preload(route: string, locale: string, page: Document): void {
  const known = page.getElementById(PRELOADS_ID)?.textContent
  if (known == null) return
  const wanted = (JSON.parse(known) as Preloads)[route]
  if (wanted === undefined) return
  for (const href of [...wanted.code, ...(wanted.words[locale] ?? [])]) {
    const link = page.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = 'anonymous'
    link.href = href
    page.head.append(link)
  }
}
