import { CARD_SIZES, sourcesOf } from '../recipe/picture'

/** Id of the element in index.html with `Preloads` as JSON, written by build/plugins/preloads.ts. */
export const PRELOADS_ID = 'preloads'

/** URLs of the build's files that the app imports after the start. */
export interface Preloads {
  /** Preloaded on listed pages, so that a font does not change the text's size after the first paint. */
  readonly fonts: readonly string[]
  /** Files that every page needs. */
  readonly app: readonly string[]
  /** Files of the client library. */
  readonly server: readonly string[]
  /** Files of pages, by route. */
  readonly pages: Readonly<Record<string, PagePreloads>>
}

export interface PagePreloads {
  readonly code: readonly string[]
  /** Message files, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>
}

/**
 * Preloads the files of a route while the app itself is loading, which saves a round trip per nested import.
 * @param withServer whether the page needs the client library before it is shown
 * @param hasContent whether the page can be painted before the app runs; its code is then fetched after that
 */
export function preload(
  route: string,
  locale: string,
  page: Document,
  { withServer, hasContent }: { withServer: boolean; hasContent: boolean },
): void {
  const known = page.getElementById(PRELOADS_ID)?.textContent
  if (known == null) return
  const { fonts, app, server, pages }: Preloads = JSON.parse(known)
  const wanted = pages[route]
  if (wanted !== undefined) for (const href of fonts) add(page, { ...FONT, href })
  const files = [...app, ...(wanted?.code ?? []), ...(wanted?.words[locale] ?? []), ...(withServer ? server : [])]
  const fetchCode = () => {
    for (const href of files) add(page, { rel: 'modulepreload', crossorigin: 'anonymous', href })
  }
  if (hasContent) onFirstPaint(fetchCode)
  else fetchCode()
}

function onFirstPaint(run: () => void): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    run()
  }).observe({ type: 'paint', buffered: true })
}

const FONT = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: 'anonymous' }
/** Photos in the first row on phones. */
const MAX_PICTURES = 2

/**
 * Preloads the photos that the list shows first.
 * @param stored the stored first cards as text (shared/lib/list/first-cards.ts)
 */
export function preloadPictures(stored: string, page: Document): void {
  for (const [, imageUrl = ''] of [...stored.matchAll(/"imageUrl":"(media\/[\w/-]+)"/g)].slice(0, MAX_PICTURES)) {
    const { src, srcSet } = sourcesOf(imageUrl)
    if (srcSet !== undefined) add(page, { ...PICTURE, imagesrcset: srcSet, imagesizes: CARD_SIZES })
    else add(page, { ...PICTURE, href: src })
  }
}

const PICTURE = { rel: 'preload', as: 'image', fetchpriority: 'high' }

function add(page: Document, attributes: Readonly<Record<string, string>>): void {
  const link = page.createElement('link')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  page.head.append(link)
}
