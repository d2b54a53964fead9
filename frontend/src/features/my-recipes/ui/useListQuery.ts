import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { oneOf } from '../../../shared/lib/browser/schema'
import { plain, StoredValue } from '../../../shared/lib/browser/stored-value'
import { VIEW_KEY } from '../../../shared/lib/list/stored-keys'
import { type ListQuery, readListQuery, readView, VIEWS, type View, writeListQuery } from '../model/list-query'

/** Browsers limit history changes to about three per second. */
const WRITE_AFTER_MS = 350

export interface ListQueryState {
  readonly query: ListQuery
  readonly view: View
  /** Applied immediately; the address is updated after a pause in typing. */
  readonly setText: (text: string) => void
  /** Updates the address now, before navigation. */
  readonly settle: () => void
  readonly change: (change: Partial<ListQuery>) => void
  readonly toggleTag: (key: string) => void
  readonly setView: (view: View) => void
}

/** The list query, kept in the address; the view is also kept on the device. */
export function useListQuery(): ListQueryState {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readListQuery(params), [params])
  const [text, setTyped] = useState(address.text)
  const [deviceView, setDeviceView] = useState(storedView.read)
  const written = useRef(address.text)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  // The address was changed by navigation, not by this hook.
  useEffect(() => {
    if (address.text === written.current) return
    written.current = address.text
    clearTimeout(timer.current)
    setTyped(address.text)
  }, [address.text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const query = useMemo(() => ({ ...address, text }), [address, text])
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  })

  const write = useCallback(
    (next: ListQuery) => {
      clearTimeout(timer.current)
      timer.current = undefined
      written.current = next.text.trim() === '' ? '' : next.text
      setParams((now) => writeListQuery(now, next), { replace: true })
    },
    [setParams],
  )
  const settle = useCallback(() => {
    if (timer.current !== undefined) write(latest.current)
  }, [write])
  const change = useCallback(
    (some: Partial<ListQuery>) => {
      const next = { ...latest.current, ...some }
      setTyped(next.text)
      write(next)
    },
    [write],
  )
  const setText = useCallback(
    (next: string) => {
      setTyped(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => write({ ...latest.current, text: next }), WRITE_AFTER_MS)
    },
    [write],
  )
  const toggleTag = useCallback(
    (key: string) => {
      const { tags } = latest.current
      change({ tags: tags.includes(key) ? tags.filter((tag) => tag !== key) : [...tags, key] })
    },
    [change],
  )
  const setView = useCallback(
    (view: View) => {
      storedView.write(view)
      setDeviceView(view)
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (view === USUAL_VIEW) next.delete('view')
          else next.set('view', view)
          return next
        },
        { replace: true },
      )
    },
    [setParams],
  )
  return { query, view: readView(params) ?? deviceView, setText, settle, change, toggleTag, setView }
}

const USUAL_VIEW: View = 'grid'

const storedView = new StoredValue<View>(VIEW_KEY, plain(oneOf(VIEWS)), USUAL_VIEW)
