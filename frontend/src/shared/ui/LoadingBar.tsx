import { useEffect, useSyncExternalStore } from 'react'
import { loading } from './loading-bar'

/** Shows the bar at the top for as long as `active`: for waits that somebody has asked for. */
export function useLoadingBar(active: boolean): void {
  useEffect(() => (active ? loading.begin() : undefined), [active])
}

/** The bar itself, three pixels at the top of the window. What is loading says so in words where it will stand. */
export function LoadingBar() {
  const { visible, percent } = useSyncExternalStore(loading.subscribe, loading.view, loading.view)
  return (
    <div
      aria-hidden="true"
      data-loading={visible}
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] origin-left bg-accent transition-[scale,opacity] duration-100 ease-linear print:hidden ${visible ? 'opacity-100' : 'opacity-0'}`}
      style={{ scale: `${percent / 100} 1` }}
    />
  )
}
