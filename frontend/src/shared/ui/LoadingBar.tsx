import { useEffect, useSyncExternalStore } from 'react'
import { loading } from './loading-bar'

/** Shows the loading bar while `active`, for waits started by the user. */
export function useLoadingBar(active: boolean): void {
  useEffect(() => (active ? loading.begin() : undefined), [active])
}

/** The loading bar at the top of the window. Decoration: loading content has its own status text. */
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
