/*
 * The bookmarklet. It runs on other sites' pages, so it contains all its code, no secret, and sends the page to
 * /receive only: to the opened window, or else in the address's fragment.
 */

import { LONGEST_FRAGMENT, MAX_PAGE_BYTES, READY } from '../../shared/lib/importing/sent-page-terms'
import { pruned } from './prune'

/** Defined at build time. */
declare const RECEIVER: string

/**
 * Interval and number of checks whether the opened window was isolated (`closed` is true), which may happen only when
 * its response arrives.
 */
const LOOK_MS = 250
const LOOKS = 40

void (() => {
  const html = pruned(document)
  const page = {
    address: location.href,
    title: document.title,
    type: document.contentType,
    html: html.length > MAX_PAGE_BYTES ? null : html,
  }
  const { origin } = new URL(RECEIVER)
  const opened = window.open(`${RECEIVER}#wait`, '_blank')

  const alone = `#address=${encodeURIComponent(page.address)}`
  const goThere = async () => {
    removeEventListener('message', hear)
    clearInterval(looking)
    location.href = RECEIVER + (page.html === null ? alone : await packed().catch(() => alone))
  }
  const packed = async () => {
    const stream = new Blob([JSON.stringify(page)]).stream().pipeThrough(new CompressionStream('gzip'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    let letters = ''
    // Chunks, because calls have a maximum number of arguments.
    for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192))
    const text = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return text.length > LONGEST_FRAGMENT ? alone : `#page=${text}`
  }
  const hear = (event: MessageEvent) => {
    if (event.source !== opened || event.origin !== origin || event.data !== READY) return
    removeEventListener('message', hear)
    clearInterval(looking)
    opened?.postMessage(page, origin)
  }
  let looks = 0
  const looking = setInterval(() => {
    if (opened?.closed !== false) void goThere()
    else if (++looks > LOOKS) clearInterval(looking)
  }, LOOK_MS)
  addEventListener('message', hear)
  if (opened?.closed !== false) void goThere()
})()
