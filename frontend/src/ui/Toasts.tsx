import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

const SWIPE_PX = 50

interface ToastProps {
  /** Once its time is over or it was swiped away. */
  onEnd: () => void
  durationMs: number
  children: ReactNode
  /** The one thing to do about it. */
  action?: { label: string; onAct: () => void }
}

/**
 * A passing message. Its time stands still while it is pointed at or focused, so that nobody has to hurry to reach
 * its button, and begins again after.
 */
export function Toast({ onEnd, durationMs, children, action }: ToastProps) {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const swipeFrom = useRef<number | null>(null)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const waiting = held.pointer || held.focus
  useEffect(() => {
    if (waiting) return
    const timer = setTimeout(() => end.current(), durationMs)
    return () => clearTimeout(timer)
  }, [waiting, durationMs])

  const onPointerUp = (event: PointerEvent) => {
    const from = swipeFrom.current
    swipeFrom.current = null
    if (from !== null && Math.abs(event.clientX - from) > SWIPE_PX) end.current()
  }

  return (
    <li
      onPointerEnter={(event) => setHeld((now) => ({ ...now, pointer: event.pointerType === 'mouse' }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
      onPointerDown={(event) => {
        swipeFrom.current = event.clientX
      }}
      onPointerUp={onPointerUp}
      className="pointer-events-auto flex touch-pan-y animate-arrive items-center justify-between gap-3 rounded-2xl bg-ink py-2 pr-2 pl-5 text-page shadow-lg"
    >
      <p className="min-w-0 py-2 text-[0.9375rem]">{children}</p>
      {action !== undefined && (
        <button
          type="button"
          onClick={action.onAct}
          className="min-h-11 shrink-0 rounded-full px-4 font-semibold text-page underline underline-offset-4 focus-visible:outline-page"
        >
          {action.label}
        </button>
      )}
    </li>
  )
}

/** Where passing messages stand and from where they are read out. It is always there: readers announce only changes. */
export function ToastArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96"
    >
      <ol className="flex flex-col gap-2">{children}</ol>
    </section>
  )
}
