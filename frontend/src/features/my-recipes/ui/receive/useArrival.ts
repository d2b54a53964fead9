import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tabStorage } from '../../../../shared/lib/browser/storage'
import { json, StoredValue } from '../../../../shared/lib/browser/stored-value'
import { READY } from '../../../../shared/lib/importing/sent-page-terms'
import { useLatest } from '../../../../shared/ui/useLatest'
import { type Arrival, judgeFragment, judgePage, SENT_PAGE, type SentPage } from '../../model/sent-page'

/** Delay before "nothing arrived" is shown; a later message is still accepted. */
const WAIT_MS = 15_000

/** Survives a reload and a sign-in, until the tab is closed. */
const kept = new StoredValue<SentPage, null>('zest.received', json(SENT_PAGE), null, tabStorage())

/** State of the page transfer to this window. */
export interface Received {
  readonly arrival: Arrival | 'waiting' | 'nothing'
  /** Sender's origin from the browser; null for a page from the fragment or of an earlier visit. */
  readonly origin: string | null
  readonly sentMore: boolean
}

const WAITING: Received = { arrival: 'waiting', origin: null, sentMore: false }

/**
 * Receives a page from the bookmarklet: the first message of the opener, or the fragment. Later messages are ignored.
 */
export function useArrival(): Received & { forget: () => void } {
  const navigate = useNavigate()
  // The fragment may hold a whole page: keep it out of history and sign-in redirects.
  const clear = useLatest(() => void navigate({ hash: '' }, { replace: true }))
  const [received, setReceived] = useState<Received>(WAITING)
  // Strict mode runs effects twice, but the fragment can be taken only once.
  const fragment = useRef(location.hash)
  useEffect(() => {
    const { opener } = window as { opener: Window | null }
    const { current } = fragment
    let isOver = false
    const settle = (arrival: Received['arrival'], origin: string | null = null) => {
      if (isOver) return
      isOver = true
      if (arrival !== 'nothing' && arrival !== 'waiting' && arrival.kind === 'page') kept.write(arrival.page)
      setReceived({ arrival, origin, sentMore: false })
    }
    const hear = ({ source, data, origin }: MessageEvent) => {
      if (source === null || source !== opener) return
      if (isOver) {
        removeEventListener('message', hear)
        setReceived((before) => ({ ...before, sentMore: true }))
      } else {
        settle(judgePage(data, origin), origin)
      }
    }
    const before = kept.read()
    if (current.startsWith('#page=') || current.startsWith('#address=')) {
      clear()
      void judgeFragment(current).then((arrival) => settle(arrival ?? 'nothing'))
    } else if (before !== null && (opener === null || current !== '#wait')) {
      settle(judgePage(before, null))
    } else if (opener === null) {
      // The bookmarklet lost this window and continues in its own.
      if (current === '#wait') window.close()
      settle('nothing')
    } else {
      addEventListener('message', hear)
      clear()
      opener.postMessage(READY, '*')
    }
    // Not final: the opener may still be serializing a long page.
    const timer = setTimeout(() => {
      if (!isOver) setReceived({ ...WAITING, arrival: 'nothing' })
    }, WAIT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('message', hear)
    }
  }, [clear])
  const forget = () => kept.clear()
  return { ...received, forget }
}
