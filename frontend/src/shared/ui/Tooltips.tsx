import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { float } from './place'

/** How long a mouse rests on something before its tooltip comes. */
export const TOOLTIP_DELAY_MS = 700
/** Within this after one has gone, the next comes at once: somebody is reading along a row of buttons. */
export const TOOLTIP_SKIP_MS = 300
/** For the way from the element to the tooltip itself, which may be read and selected. */
const GRACE_MS = 100

/**
 * Shows the `data-tooltip` of whatever is pointed at or focused by keyboard, one at a time for the whole page; stands
 * once in the shell. It repeats or explains what is said to screen readers by other means (a label, a description).
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
    const onFocus = (event: FocusEvent) => {
      const element = carrier(event.target)
      if (element?.matches(':focus-visible')) set(element)
    }
    const onBlur = () => set(null)
    const onPress = () => set(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') set(null)
    }

    document.addEventListener('pointerover', onOver)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  useLayoutEffect(() => {
    if (anchor === null || bubble.current === null) return
    float(bubble.current, anchor, 'center', 6)
    // What was pointed at may go while its tooltip stands: a card that is removed, a page that is left.
    const observer = new MutationObserver(() => {
      if (!anchor.isConnected) setAnchor(null)
    })
    observer.observe(document.body, { subtree: true, childList: true })
    const hide = () => setAnchor(null)
    addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', hide, { capture: true })
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
