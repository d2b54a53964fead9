/**
 * Compares addresses to find whether they show the same page, so that none is imported twice by mistake. False
 * positives are acceptable, but parameters that may identify the recipe are compared.
 */
import { parseUrl } from '../routing/parse-url'
import type { RecipeCard } from './recipe'

/** Parameters for tracking, without influence on the content. */
const TRACKING =
  /^(utm_.*|mc_[ce]id|_hs(enc|mi)|hsctatracking|g(clid|braid|ad_source)|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mkt_tok|srsltid|epik|smid|smtyp|ref_src|_ga|_gl|cmpid|guce_referrer.*|guccounter)$/i

/** Parameters and last path segments of print and AMP editions. */
const EDITION = /^(amp|print|printview)$/i
const EDITION_VALUE = /^(amp|print)$/i

/**
 * Normalized address of a page: without scheme, "www.", trailing slash, fragment, tracking and edition, and with sorted
 * parameters. Null if not a web address.
 */
export function pageKey(address: string): string | null {
  const url = parseUrl(address)
  if (url === null) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return siteKey(url) + pathKey(url.pathname) + queryKey(url.searchParams) + fragmentKey(url.hash)
}

/** Strips "www.", "m." and "amp.", if a domain name remains. */
function siteKey({ hostname, port }: URL): string {
  const named = hostname.replace(/\.$/, '').replace(/^(www|m|amp)\.(?=[^.]+\.[^.]+)/, '')
  return port === '' ? named : `${named}:${port}`
}

function pathKey(path: string): string {
  const segments = path
    .replace(/%[0-9a-f]{2}/gi, unescaped)
    .split('/')
    .filter((segment) => segment !== '')
  if (segments.length > 1 && EDITION.test(segments.at(-1) ?? '')) segments.pop()
  if (/^index\.(html?|php)$/i.test(segments.at(-1) ?? '')) segments.pop()
  return segments.map((segment) => `/${segment}`).join('')
}

/** Decodes unreserved characters only: "%7e" equals "~", but "%2F" differs from "/". */
function unescaped(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(letter) && letter < '\u0080' ? letter : escaped.toUpperCase()
}

function queryKey(params: URLSearchParams): string {
  const left = Array.from(params).filter(
    ([name, value]) =>
      !TRACKING.test(name) &&
      !EDITION.test(name) &&
      !(EDITION_VALUE.test(value) && /^(output(type)?|view|format)$/i.test(name)),
  )
  if (left.length === 0) return ''
  const pairs = left.map(
    ([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`,
  )
  return `?${pairs.sort().join('&')}`
}

/** Lone surrogates cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** A fragment is ignored unless it is a path of a single-page app. */
function fragmentKey(hash: string): string {
  return /^#!?\//.test(hash) ? hash : ''
}

/**
 * Finds an existing recipe of a page: a finished one, otherwise a pending one, never a failed one.
 * @param part title of the recipe on a page with several; null for the main recipe.
 */
export function findSamePage<Thing>(
  address: string,
  things: Iterable<Thing>,
  cardOf: (thing: Thing) => RecipeCard,
  part: string | null = null,
): Thing | null {
  const key = pageKey(address)
  if (key === null) return null
  let pending: Thing | null = null
  for (const thing of things) {
    const card = cardOf(thing)
    if (card.status === 'FAILED' || (card.part ?? null) !== part || keyOf(card) !== key) continue
    if (card.status === 'SUCCESS') return thing
    pending ??= thing
  }
  return pending
}

/** Page keys of cards; cached, because lists have thousands of addresses. */
const known = new WeakMap<RecipeCard, string | null>()

function keyOf(card: RecipeCard): string | null {
  const before = known.get(card)
  if (before !== undefined) return before
  const key = card.url === null ? null : pageKey(card.url)
  known.set(card, key)
  return key
}
