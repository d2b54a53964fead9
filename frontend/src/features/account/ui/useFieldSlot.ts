import { type RefObject, useEffect, useState } from 'react'

/**
 * An element at the end of the first field that matches, for something of ours to stand in; null while there is none.
 * The fields are the library's and come and go with its steps.
 */
export function useFieldSlot(root: RefObject<HTMLElement | null>, selector: string): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const container = root.current
    if (container === null) return
    const ours = document.createElement('div')
    const look = () => {
      const field = container.querySelector(selector)?.closest('.amplify-field') ?? null
      if (field === ours.parentElement) return
      ours.remove()
      field?.append(ours)
      setPlace(field === null ? null : ours)
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(container, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      ours.remove()
    }
  }, [root, selector])
  return place
}
