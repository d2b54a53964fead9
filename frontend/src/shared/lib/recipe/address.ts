import { parseUrl } from '../routing/parse-url'

/** Host of an address without "www."; null if invalid. */
export function siteOf(address: string | null): string | null {
  return parseUrl(address ?? '')?.host.replace(/^www\./, '') ?? null
}

/** The address if its scheme is http or https, else null: a `javascript:` address must never become a link. */
export function safeLink(address: string | null): string | null {
  return ['http:', 'https:'].includes(parseUrl(address ?? '')?.protocol ?? '') ? address : null
}
