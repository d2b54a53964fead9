import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tabStorage } from '../../../../shared/lib/browser/storage'
import { json, StoredValue } from '../../../../shared/lib/browser/stored-value'
import { READY } from '../../../../shared/lib/importing/sent-page-terms'
import { useLatest } from '../../../../shared/ui/useLatest'
import { type Arrival, judgeFragment, judgePage, SENT_PAGE, type SentPage } from '../../model/sent-page'

/** After this long it is said that nothing came; what a busy window sends later is taken all the same. */
const WAIT_MS = 15_000

/** Through a reload and a sign-in; it goes with the tab. */
const kept = new StoredValue<SentPage, null>('zest.received', json(SENT_PAGE), null, tabStorage())

/** What this window was sent: nothing yet, nothing at all, or what has arrived, and whether something else came after it. */
export interface Received {
  readonly arrival: Arrival | 'waiting' | 'nothing'
  /** The sender as the browser has told it; null where a link brought the page. */
  readonly origin: string | null
  readonly sentMore: boolean
}

const WAITING: Received = { arrival: 'waiting', origin: null, sentMore: false }

/**
 * Takes what the bookmark hands over: one message of the window that has opened this one, or what stands behind "#". Everything
 * after the first message is left unread.
 */
export function useArrival(): Received & { forget: () => void } {
  const navigate = useNavigate()
  // It may hold a whole page: neither the history nor the way back from a sign-in is to carry it.
  const clear = useLatest(() => void navigate({ hash: '' }, { replace: true }))
  const [received, setReceived] = useState<Received>(WAITING)
  // A development build runs effects twice, but a fragment can be taken only once.
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
      // The bookmark was cut off from this window and goes on in its own.
      if (current === '#wait') window.close()
      settle('nothing')
    } else {
      addEventListener('message', hear)
      clear()
      opener.postMessage(READY, '*')
    }
    // Nothing is over by that: the window that has opened this one may be busy with a long page.
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
