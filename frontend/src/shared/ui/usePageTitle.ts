import { useLayoutEffect } from 'react'

/**
 * Sets the page title, which screen readers announce on every change of route. It changes together with the page, not
 * after the next paint.
 */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
