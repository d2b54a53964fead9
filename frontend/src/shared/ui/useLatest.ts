import { useCallback, useEffect, useRef } from 'react'

/** Calls the latest version of a function through one that never changes. */
export function useLatest<Args extends unknown[], Result>(act: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
