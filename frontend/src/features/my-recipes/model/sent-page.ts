import { nullable, objectOf, type Schema, text, textUpTo } from '../../../shared/lib/browser/schema'
import { LONGEST_FRAGMENT, MAX_PAGE_BYTES } from '../../../shared/lib/importing/sent-page-terms'
import { parseUrl } from '../../../shared/lib/routing/parse-url'

/**
 * Messages from the bookmarklet to /receive. The sender may be any page, so everything is validated here and shown only
 * as text.
 */

/** A page sent by the bookmarklet: its address, title, and HTML without scripts. */
export interface SentPage {
  /** The page's `location.href`. */
  readonly address: string
  readonly title: string
  /** The page's `document.contentType`. */
  readonly type: string
  readonly html: string
}

/** Reason why a page is refused. */
export type PageRefusal = 'malformed' | 'wrongOrigin' | 'notHtml' | 'tooLarge' | 'empty'

/** A valid page, or a refusal with the address to import instead. */
export type Arrival =
  | { readonly kind: 'page'; readonly page: SentPage; readonly bytes: number }
  | { readonly kind: 'refused'; readonly why: PageRefusal; readonly address: string | null }

/** Contract's limit of characters in an address. */
const LONGEST_ADDRESS = 2_000
const LONGEST_TITLE = 300

/** `html` is null if the bookmarklet found it too large. */
const MESSAGE = objectOf({ address: textUpTo(1_000_000), title: text, type: textUpTo(200), html: nullable(text) })
/** A page stored across reloads. */
export const SENT_PAGE: Schema<SentPage> = objectOf({ address: text, title: text, type: text, html: text })

const TYPES = ['text/html', 'application/xhtml+xml']

/**
 * Validates a posted message or decoded fragment.
 * @param origin the sender's origin from the browser; null for a fragment, which is unverified
 */
export function judgePage(data: unknown, origin: string | null): Arrival {
  const read = MESSAGE(data)
  if (read === undefined) return refused('malformed')
  const address = webAddress(read.address)
  if (address === null) return refused('malformed')
  // Rejects a page that claims another origin. Sandboxed pages have the origin "null".
  if (origin !== null && origin !== 'null' && new URL(address).origin !== origin) return refused('wrongOrigin')
  const { html, type } = read
  if (!TYPES.includes(type)) return refused('notHtml', address)
  if (html === null) return refused('tooLarge', address)
  // A character has at least one byte, so skip counting if far too large.
  const bytes = html.length > MAX_PAGE_BYTES ? html.length : new Blob([html]).size
  if (bytes > MAX_PAGE_BYTES) return refused('tooLarge', address)
  if (html.trim() === '') return refused('empty', address)
  const title = Array.from(
    read.title
      .slice(0, 2 * LONGEST_TITLE)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return { kind: 'page', page: { address, title: title.slice(0, LONGEST_TITLE).join(''), type, html }, bytes }
}

/** Decodes the fragment used when no window could be opened: a page or an address. Null for other fragments. */
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

/** The address without its fragment, if importable. */
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

/** Decodes base64url, gzip and JSON; null if invalid or if it decompresses to far more than a page. */
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
      if (size > 2 * MAX_PAGE_BYTES) {
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
