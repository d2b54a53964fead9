import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIntl } from 'react-intl'
import { AlertIcon, CloseIcon } from './icons'
import { type ShownToast, TOAST_MS, type ToastEnd, ToastQueue } from './toast-queue'
import { useCountdown } from './useCountdown'

const SWIPE_PX = 50
/** Selects toasts that are not leaving. */
const STANDING_TOAST = '[data-toast]:not([inert])'

/** One queue for the whole page; tests may provide another. */
export const ToastContext = createContext(new ToastQueue())

/** The page's toast queue. The same object on every render. */
export function useToasts(): ToastQueue {
  return use(ToastContext)
}

export function isAtToast(element: Element | null): boolean {
  return element?.closest(STANDING_TOAST) != null
}

/** Region of the toasts. Always rendered, because screen readers announce changes only. F8 moves the focus to it. */
export function ToastArea() {
  const intl = useIntl()
  const queue = useToasts()
  const toasts = useSyncExternalStore(queue.subscribe, queue.shown, queue.shown)
  const area = useRef<HTMLElement>(null)
  // While the user hovers or focuses a toast, all timers stop.
  const [held, setHeld] = useState<readonly Hold[]>([])
  const isHeld = held.some(({ id }) => toasts.some((toast) => toast.id === id && !toast.leaving))
  const onHold = (hold: Hold, holds: boolean) =>
    setHeld((now) => {
      const others = now.filter(({ id, by }) => id !== hold.id || by !== hold.by)
      return holds ? [...others, hold] : others
    })

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8') return
      const buttons = area.current?.querySelectorAll<HTMLElement>(`${STANDING_TOAST} button`)
      buttons?.[buttons.length - 1]?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <section
      ref={area}
      aria-label={intl.formatMessage({ id: 'toasts.label', defaultMessage: 'Notifications (F8)' })}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96 print:hidden"
    >
      <ol className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} held={isHeld} onHold={onHold} onEnd={(how) => queue.end(toast.id, how)} />
        ))}
      </ol>
    </section>
  )
}

/** A toast that the user hovers or has focused. */
interface Hold {
  readonly id: string
  readonly by: 'pointer' | 'focus'
}

interface ToastProps {
  toast: ShownToast
  /** Whether the user hovers or focuses a toast. */
  held: boolean
  onHold: (hold: Hold, holds: boolean) => void
  onEnd: (how: ToastEnd) => void
}

function Toast({ toast, held, onHold, onEnd }: ToastProps) {
  const intl = useIntl()
  const { id, kind = 'info', durationMs = TOAST_MS, leaving, action, content } = toast
  const [drag, setDrag] = useState({ from: null as number | null, by: 0 })
  useCountdown(leaving ? null : durationMs, held, () => onEnd('elapsed'))

  const hold = useRef(onHold)
  useEffect(() => {
    hold.current = onHold
  })
  // A removed toast fires no leave or blur event.
  useEffect(() => {
    if (leaving) return
    return () => {
      for (const by of ['pointer', 'focus'] as const) hold.current({ id, by }, false)
    }
  }, [id, leaving])

  const onPointerUp = (event: PointerEvent) => {
    if (drag.from !== null && Math.abs(event.clientX - drag.from) > SWIPE_PX) onEnd('dismissed')
    else setDrag({ from: null, by: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd('dismissed')
  }

  return (
    <li
      data-toast={kind}
      inert={leaving}
      onPointerEnter={() => onHold({ id, by: 'pointer' }, true)}
      onPointerLeave={() => {
        onHold({ id, by: 'pointer' }, false)
        setDrag({ from: null, by: 0 })
      }}
      onFocus={() => onHold({ id, by: 'focus' }, true)}
      onBlur={() => onHold({ id, by: 'focus' }, false)}
      onPointerDown={(event) => setDrag({ from: event.clientX, by: 0 })}
      onPointerMove={(event) => setDrag(({ from }) => ({ from, by: from === null ? 0 : event.clientX - from }))}
      onPointerCancel={() => setDrag({ from: null, by: 0 })}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
      style={drag.by === 0 ? undefined : { translate: `${drag.by}px` }}
      className={`pointer-events-auto flex touch-pan-y items-center gap-3 rounded-2xl bg-ink py-2 pr-2 pl-5 text-page shadow-lg ${leaving ? 'animate-leave' : 'animate-arrive'}`}
    >
      {kind === 'error' && <AlertIcon className="size-5" />}
      <p className="min-w-0 flex-1 py-2 text-[0.9375rem]">{content}</p>
      {action !== undefined && (
        <button
          type="button"
          onClick={() => onEnd('acted')}
          className="min-h-11 shrink-0 rounded-full px-3 font-semibold text-page underline underline-offset-4 focus-visible:outline-page"
        >
          {action.label}
        </button>
      )}
      {(kind === 'error' || durationMs === null) && (
        <button
          type="button"
          onClick={() => onEnd('dismissed')}
          aria-label={intl.formatMessage({ id: 'toasts.close', defaultMessage: 'Dismiss' })}
          className="grid size-11 shrink-0 place-items-center rounded-full text-page focus-visible:outline-page"
        >
          <CloseIcon />
        </button>
      )}
    </li>
  )
}
