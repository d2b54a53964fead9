/** The site of an address as people say it: its host without "www."; null when there is none to show. */
export function siteOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  return new URL(address).host.replace(/^www\./, '')
}

/** The address if a browser may follow it: a stored `javascript:` address must never become a link. */
export function safeLink(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : null
}
