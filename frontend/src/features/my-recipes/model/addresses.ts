/** Finds web addresses in a pasted text or in a browser's bookmarks file. */
import { readSubmittedUrl, WEB_ADDRESS } from '../../../shared/lib/importing/submitted-url'
import { pageKey } from '../../../shared/lib/recipe/same-page'

export interface Address {
  readonly url: string
  /** Title of the bookmark. */
  readonly title: string | null
  /** Folder of the bookmark. */
  readonly folder: string | null
}

export interface Addresses {
  /** In order, with one address for each page. */
  readonly addresses: readonly Address[]
  /** Number of repeated addresses. */
  readonly repeated: number
  /** Number of addresses beyond the limit. */
  readonly excess: number
  readonly isBookmarks: boolean
}

/** Limits; a larger file is truncated. */
export const MAX_ADDRESSES = 2_000
const LONGEST_TEXT = 20_000_000
const LONGEST_TITLE = 200
const LONGEST_URL = 2_000

/** First line of a bookmarks file, as every browser writes it. */
const BOOKMARKS = /<!doctype netscape-bookmark-file-1>/i

export function isBookmarks(text: string): boolean {
  return BOOKMARKS.test(text.slice(0, 1_000))
}

export function readAddresses(text: string): Addresses {
  const short = text.slice(0, LONGEST_TEXT)
  const found = isBookmarks(short) ? bookmarksIn(short) : addressesIn(short)
  const pages = new Map<string, Address>()
  let repeated = 0
  for (const address of found) {
    const key = pageKey(address.url)
    if (key === null) continue
    if (pages.has(key)) repeated += 1
    else pages.set(key, address)
  }
  const addresses = [...pages.values()]
  return {
    addresses: addresses.slice(0, MAX_ADDRESSES),
    repeated,
    excess: Math.max(0, addresses.length - MAX_ADDRESSES),
    isBookmarks: isBookmarks(short),
  }
}

function addressesIn(text: string): Address[] {
  return Array.from(text.matchAll(WEB_ADDRESS), ([address]) => addressOf(address, null, null)).filter(
    (address) => address !== null,
  )
}

function addressOf(said: string, title: string | null, folder: string | null): Address | null {
  const read = readSubmittedUrl(said)
  if (!('url' in read) || read.url.length > LONGEST_URL) return null
  const short = title?.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE) ?? ''
  return { url: read.url, title: short === '' ? null : short, folder }
}

/** Links, and the heading of the folder around them. A parsed document runs no scripts and loads nothing. */
function bookmarksIn(html: string): Address[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const addresses: Address[] = []
  for (const link of page.querySelectorAll('a[href^="http"]')) {
    const folder = link.closest('dl')?.parentElement?.querySelector(':scope > h3')?.textContent ?? null
    const address = addressOf(
      link.getAttribute('href') ?? '',
      link.textContent,
      folder?.slice(0, LONGEST_TITLE) ?? null,
    )
    if (address !== null) addresses.push(address)
  }
  return addresses
}
