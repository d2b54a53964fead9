/**
 * Whether two addresses lead to the same page, told from the addresses alone. It only decides whether somebody is
 * asked "You already have this", so it errs on the side of asking, but never takes two recipes for one because of a
 * parameter that may name the recipe.
 */
import { parseUrl } from '../routing/parse-url'
import type { RecipeCard } from './recipe'

/** Parameters that say how somebody came, not what they see. */
const TRACKING =
  /^(utm_.*|mc_[ce]id|_hs(enc|mi)|hsctatracking|g(clid|braid|ad_source)|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mkt_tok|srsltid|epik|smid|smtyp|ref_src|_ga|_gl|cmpid|guce_referrer.*|guccounter)$/i

/** Parameters and last path segments of another edition of the same page. */
const EDITION = /^(amp|print|printview)$/i
const EDITION_VALUE = /^(amp|print)$/i

/**
 * A page's address without what does not tell it from others: scheme, "www.", trailing slash, fragment, tracking,
 * order of parameters, print and AMP editions. Null for what is no web address.
 */
export function pageKey(address: string): string | null {
  const url = parseUrl(address)
  if (url === null) return null
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return siteKey(url) + pathKey(url.pathname) + queryKey(url.searchParams) + fragmentKey(url.hash)
}

/** "www.", "m." and "amp." name editions of a site, as long as a site's name is left behind them. */
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

/** "%7e" and "~" are the same, "%2F" and "/" are not. */
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

/** Half of a pair of surrogates cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** A fragment is a place in the page, unless the page's script takes it for an address. */
function fragmentKey(hash: string): string {
  return /^#!?\//.test(hash) ? hash : ''
}

/**
 * The recipe that one has of a page already: a finished one rather than one that is on its way. An import that failed
 * is none.
 *
 * @param part which of several recipes of the page; null for the one that it is about.
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

/** Thousands of addresses are taken apart once, not at each import. */
const known = new WeakMap<RecipeCard, string | null>()

function keyOf(card: RecipeCard): string | null {
  const before = known.get(card)
  if (before !== undefined) return before
  const key = card.url === null ? null : pageKey(card.url)
  known.set(card, key)
  return key
}
