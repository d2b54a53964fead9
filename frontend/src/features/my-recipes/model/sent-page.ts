import { nullable, objectOf, type Schema, text, textUpTo } from '../../../shared/lib/browser/schema'
import { LONGEST_FRAGMENT, MOST_PAGE_BYTES } from '../../../shared/lib/importing/sent-page-terms'
import { parseUrl } from '../../../shared/lib/routing/parse-url'

/**
 * What the bookmark of /bookmarklet and the screen /receive say to each other. The page that it comes from may be anybody's, so
 * whatever arrives is judged here and is nothing but text to whoever shows it.
 */

/** A page as it was sent: its own words about itself, and its HTML without scripts. */
export interface SentPage {
  /** What `location.href` was. */
  readonly address: string
  readonly title: string
  /** What `document.contentType` was. */
  readonly type: string
  readonly html: string
}

/** Why a page is not taken. */
export type PageRefusal = 'malformed' | 'wrongOrigin' | 'notHtml' | 'tooLarge' | 'empty'

/** What has arrived: a page that may be imported, or a refusal, with the address where that may be imported instead. */
export type Arrival =
  | { readonly kind: 'page'; readonly page: SentPage; readonly bytes: number }
  | { readonly kind: 'refused'; readonly why: PageRefusal; readonly address: string | null }

/** Most characters of its address, as the contract has it. */
const LONGEST_ADDRESS = 2_000
const LONGEST_TITLE = 300

/** `html` is null where the bookmark found it too large. */
const MESSAGE = objectOf({ address: textUpTo(1_000_000), title: text, type: textUpTo(200), html: nullable(text) })
/** A page as it is kept through a reload. */
export const SENT_PAGE: Schema<SentPage> = objectOf({ address: text, title: text, type: text, html: text })

const TYPES = ['text/html', 'application/xhtml+xml']

/**
 * Judges what a window has posted, or what a fragment held.
 *
 * @param origin the sender's as the browser told it; null where a fragment brought the page and nobody vouches for it.
 */
export function judgePage(data: unknown, origin: string | null): Arrival {
  const read = MESSAGE(data)
  if (read === undefined) return refused('malformed')
  const address = webAddress(read.address)
  if (address === null) return refused('malformed')
  // A page may say that it is another one. Sandboxed pages have no origin to compare with.
  if (origin !== null && origin !== 'null' && new URL(address).origin !== origin) return refused('wrongOrigin')
  const { html, type } = read
  if (!TYPES.includes(type)) return refused('notHtml', address)
  if (html === null) return refused('tooLarge', address)
  // Each character has at least a byte, so that what is far too large is not even counted.
  const bytes = html.length > MOST_PAGE_BYTES ? html.length : new Blob([html]).size
  if (bytes > MOST_PAGE_BYTES) return refused('tooLarge', address)
  if (html.trim() === '') return refused('empty', address)
  const title = Array.from(
    read.title
      .slice(0, 2 * LONGEST_TITLE)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return { kind: 'page', page: { address, title: title.slice(0, LONGEST_TITLE).join(''), type, html }, bytes }
}

/** What stands behind "#" where no window could be spoken to: a page, or its address alone. Null for nothing of the kind. */
export async function judgeFragment(fragment: string): Promise<Arrival | null> {
  const [, name, value = ''] = /^#?(page|address)=(.*)$/s.exec(fragment) ?? []
  if (name === undefined) return null
  if (name === 'address') {
    const address = webAddress(decoded(value))
    return address === null ? refused('malformed') : refused('tooLarge', address)
  }
  const unpacked = value.length > LONGEST_FRAGMENT ? null : await unpack(value)
  return unpacked === null ? refused('malformed') : judgePage(unpacked, null)
}

function refused(why: PageRefusal, address: string | null = null): Arrival {
  return { kind: 'refused', why, address }
}

/** The address without what stands behind "#", if it is one that can be imported. */
function webAddress(address: string): string | null {
  const url = parseUrl(address)
  if (url === null) return null
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href.length > LONGEST_ADDRESS ? null : url.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** JSON in gzip in base64url; null for anything else, and for what unpacks to far more than a page. */
async function unpack(packed: string): Promise<unknown> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'))
    if (stream === undefined) return null
    const decoder = new TextDecoder()
    let text = ''
    let size = 0
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > 2 * MOST_PAGE_BYTES) {
        await reader.cancel()
        return null
      }
      text += decoder.decode(value, { stream: true })
    }
    return JSON.parse(text + decoder.decode())
  } catch {
    return null
  }
}
