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

const SWIPE_PX = 50

/** One queue for the whole page; a test may hand its own to `ToastContext`. */
export const ToastContext = createContext(new ToastQueue())

/** `show` puts a message on the page, `end` takes it back. The same object on every render. */
export function useToasts(): ToastQueue {
  return use(ToastContext)
}

/**
 * Where passing messages stand and from where they are read out. It is always there: readers announce only changes.
 * F8 leads to it from everywhere, as its name tells.
 */
export function ToastArea() {
  const intl = useIntl()
  const queue = useToasts()
  const toasts = useSyncExternalStore(queue.subscribe, queue.shown, queue.shown)
  const area = useRef<HTMLElement>(null)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8') return
      const buttons = area.current?.querySelectorAll('button')
      buttons?.[buttons.length - 1]?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <section
      ref={area}
      aria-label={intl.formatMessage({ id: 'toasts.label', defaultMessage: 'Messages (F8)' })}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96 print:hidden"
    >
      <ol className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onEnd={(how) => queue.end(toast.id, how)} />
        ))}
      </ol>
    </section>
  )
}

/**
 * A passing message. Its time stands still while it is pointed at or focused, so that nobody has to hurry to reach
 * its button, and begins again after.
 */
function Toast({ toast, onEnd }: { toast: ShownToast; onEnd: (how: ToastEnd) => void }) {
  const intl = useIntl()
  const { kind = 'info', durationMs = TOAST_MS, leaving, action, content } = toast
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const [drag, setDrag] = useState({ from: null as number | null, by: 0 })
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const waiting = held.pointer || held.focus
  useEffect(() => {
    if (waiting || leaving || durationMs === null) return
    const timer = setTimeout(() => end.current('elapsed'), durationMs)
    return () => clearTimeout(timer)
  }, [waiting, leaving, durationMs])

  const onPointerUp = (event: PointerEvent) => {
    if (drag.from !== null && Math.abs(event.clientX - drag.from) > SWIPE_PX) end.current('dismissed')
    else setDrag({ from: null, by: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end.current('dismissed')
  }

  return (
    <li
      data-toast={kind}
      onPointerEnter={(event) => setHeld((now) => ({ ...now, pointer: event.pointerType === 'mouse' }))}
      onPointerLeave={() => {
        setHeld((now) => ({ ...now, pointer: false }))
        setDrag({ from: null, by: 0 })
      }}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
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
          onClick={() => end.current('acted')}
          className="min-h-11 shrink-0 rounded-full px-3 font-semibold text-page underline underline-offset-4 focus-visible:outline-page"
        >
          {action.label}
        </button>
      )}
      {(kind === 'error' || durationMs === null) && (
        <button
          type="button"
          onClick={() => end.current('dismissed')}
          aria-label={intl.formatMessage({ id: 'toasts.close', defaultMessage: 'Close this message' })}
          className="grid size-11 shrink-0 place-items-center rounded-full text-page focus-visible:outline-page"
        >
          <CloseIcon />
        </button>
      )}
    </li>
  )
}
