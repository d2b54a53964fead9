import { type RefObject, useEffect, useState } from 'react'

/**
 * An element appended to the first field that matches `selector`, used as a portal target; null while the field is
 * absent. Amplify mounts and unmounts fields as its steps change.
 */
export function useFieldSlot(root: RefObject<HTMLElement | null>, selector: string): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const container = root.current
    if (container === null) return
    const ours = document.createElement('div')
    const placeSlot = () => {
      const field = container.querySelector(selector)?.closest('.amplify-field') ?? null
      if (field === ours.parentElement) return
      ours.remove()
      field?.append(ours)
      setPlace(field === null ? null : ours)
    }
    placeSlot()
    const observer = new MutationObserver(placeSlot)
    observer.observe(container, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      ours.remove()
    }
  }, [root, selector])
  return place
}
