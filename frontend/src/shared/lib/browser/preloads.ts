/** The element of index.html that holds `Preloads` as JSON; build/plugins/preloads.ts writes it. */
export const PRELOADS_ID = 'preloads'

/** By route: which of the build's files a page asks for once the app has started, as addresses. */
export type Preloads = Readonly<Record<string, PagePreloads>>

export interface PagePreloads {
  readonly code: readonly string[]
  /** By language. */
  readonly words: Readonly<Record<string, readonly string[]>>
}

/**
 * Has the browser fetch what the page of a route will ask for, while the app itself is still on its way: on a phone each
 * file that is first heard of from another one costs a whole round trip. A page without such a list fetches as it goes.
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
