import { useEffect } from 'react'

/** Names the page in the tab and for screen readers, which read it on every change of route. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
