import { parseUrl } from '../routing/parse-url'

/** What is wrong with a submission that never leaves the box. */
export type UrlProblem = 'empty' | 'malformed' | 'not-http' | 'several'

export type SubmittedUrl = { readonly url: string } | { readonly problem: UrlProblem }

const WEB_ADDRESS = /https?:\/\/[^\s<>"'“”«»]+/gi
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/**
 * Reads the address out of what somebody pasted: an address, an address without its scheme, or a text (a chat
 * message, a share sheet's sentence) that holds exactly one.
 */
export function readSubmittedUrl(text: string): SubmittedUrl {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty' }

  const found = new Set(Array.from(trimmed.matchAll(WEB_ADDRESS), ([match]) => withoutTrailingProse(match)))
  if (found.size > 1) return { problem: 'several' }
  const [only] = found
  if (only !== undefined) return checked(only)

  if (/\s/.test(trimmed)) return { problem: 'malformed' }
  if (/^https?:/i.test(trimmed)) return { problem: 'malformed' }
  if (OTHER_SCHEME.test(trimmed)) return { problem: 'not-http' }
  return checked(`https://${trimmed}`)
}

/** "…/cake)." in a sentence means ".../cake"; a bracket that the address itself opened stays. */
function withoutTrailingProse(address: string): string {
  let end = address.length
  for (;;) {
    const last = address[end - 1]
    if (last === undefined) break
    const opens = { ')': '(', ']': '[', '}': '{' }[last]
    const unbalanced = opens !== undefined && count(address.slice(0, end), last) > count(address.slice(0, end), opens)
    if (!unbalanced && !'.,;:!?…'.includes(last)) break
    end -= 1
  }
  return address.slice(0, end)
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1
}

function checked(address: string): SubmittedUrl {
  const url = parseUrl(address)
  if (url === null) return { problem: 'malformed' }
  // "https://soup" parses, yet no public page has such a host; an address in brackets is IPv6.
  const { hostname } = url
  const named = /^[^.]+(\.[^.]+)+\.?$/.test(hostname) || hostname === 'localhost' || hostname.startsWith('[')
  return named ? { url: url.href } : { problem: 'malformed' }
}
