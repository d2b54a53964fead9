import { parseUrl } from '../routing/parse-url'

/** Problem of an entered address, found before it is sent. */
export type UrlProblem = 'empty' | 'malformed' | 'not-http' | 'several'

export type SubmittedUrl = { readonly url: string } | { readonly problem: UrlProblem }

export const WEB_ADDRESS = /https?:\/\/[^\s<>"'“”«»]+/gi
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/**
 * Finds the address in an entered text: an address, an address without a scheme, or a text (such as a chat message)
 * that contains exactly one.
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

/** Strips punctuation of the sentence: "…/cake)." becomes "…/cake"; a bracket opened in the address is kept. */
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
  // "https://soup" is a valid URL, but not a public host. A host in brackets is IPv6.
  const { hostname } = url
  const named = /^[^.]+(\.[^.]+)+\.?$/.test(hostname) || hostname === 'localhost' || hostname.startsWith('[')
  return named ? { url: url.href } : { problem: 'malformed' }
}
