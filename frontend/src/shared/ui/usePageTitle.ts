import { useEffect } from 'react'

/** Sets the page title, which screen readers announce on every change of route. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
