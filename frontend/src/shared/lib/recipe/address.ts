import { parseUrl } from '../routing/parse-url'

/** The site of an address as people say it: its host without "www."; null when there is none to show. */
export function siteOf(address: string | null): string | null {
  return parseUrl(address ?? '')?.host.replace(/^www\./, '') ?? null
}

/** The address if a browser may follow it: a stored `javascript:` address must never become a link. */
export function safeLink(address: string | null): string | null {
  return ['http:', 'https:'].includes(parseUrl(address ?? '')?.protocol ?? '') ? address : null
}
