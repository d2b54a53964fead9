import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { float } from './place'

/** Hover time before a tooltip shows. */
export const TOOLTIP_DELAY_MS = 700
/** Time after a tooltip within which the next one shows immediately. */
export const TOOLTIP_SKIP_MS = 300
/** Time to move from the element to its tooltip. */
const GRACE_MS = 100

/**
 * Shows the `data-tooltip` of the hovered or keyboard-focused element; render it once, in the shell. Hidden from screen
 * readers, which get the same text from labels and descriptions.
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let shown: HTMLElement | null = null
    let goneAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined

    const set = (element: HTMLElement | null) => {
      clearTimeout(timer)
      if (shown !== null && element === null) goneAt = performance.now()
      shown = element
      setAnchor(element)
    }
    const carrier = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
    const inBubble = (target: EventTarget | null) => target instanceof Node && bubble.current?.contains(target) === true

    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      if (inBubble(event.target)) {
        clearTimeout(timer)
        return
      }
      const element = carrier(event.target)
      if (element === shown && element !== null) {
        clearTimeout(timer)
        return
      }
      clearTimeout(timer)
      if (element === null) {
        if (shown !== null) timer = setTimeout(() => set(null), GRACE_MS)
        return
      }
      const recently = shown !== null || performance.now() - goneAt < TOOLTIP_SKIP_MS
      if (recently) set(element)
      else timer = setTimeout(() => set(element), TOOLTIP_DELAY_MS)
    }
    const showFocused = () => {
      const element = carrier(document.activeElement)
      if (element?.matches(':focus-visible')) set(element)
    }
    const onBlur = () => set(null)
    const onPress = () => set(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') set(null)
    }

    // The element may have been focused before this code was loaded.
    showFocused()
    document.addEventListener('pointerover', onOver)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', showFocused)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', showFocused)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  useLayoutEffect(() => {
    const tip = bubble.current
    if (anchor === null || tip === null) return
    const place = () => float(tip, anchor, 'center', 6)
    place()
    // Hide the tooltip when its element is removed.
    const observer = new MutationObserver(() => {
      if (!anchor.isConnected) setAnchor(null)
    })
    observer.observe(document.body, { subtree: true, childList: true })
    // Focus scrolls its element into view, so the tooltip of a focused element follows it.
    const onScroll = () => (anchor.matches(':focus-visible') ? place() : setAnchor(null))
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [anchor])

  if (anchor === null) return null
  return (
    <div
      ref={bubble}
      role="tooltip"
      aria-hidden="true"
      className="fixed inset-auto m-0 max-w-64 rounded-lg border-0 bg-ink px-2.5 py-1.5 text-sm text-page shadow-float print:hidden"
    >
      {anchor.dataset['tooltip']}
    </div>
  )
}
