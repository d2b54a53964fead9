import type { ReactNode } from 'react'

/** How many stand at once; the others wait for their turn. */
export const TOAST_LIMIT = 5
export const TOAST_MS = 5_000
/** From its end until it is gone, for the eye to see it leave. */
export const TOAST_LEAVING_MS = 200

/** Why a toast ended: its time was over, somebody sent it away, its button was pressed, or it was called back. */
export type ToastEnd = 'elapsed' | 'dismissed' | 'acted' | 'withdrawn'

export interface ToastRequest {
  readonly content: ReactNode
  /** An error has a mark of its own and a button that sends it away. */
  readonly kind?: 'info' | 'error'
  /** Milliseconds; null for one that stays until somebody acts on it or sends it away. */
  readonly durationMs?: number | null
  /** The one thing to do about it. */
  readonly action?: { readonly label: string; readonly onAct: () => void }
  /** Called once, as soon as it ends. */
  readonly onEnd?: (how: ToastEnd) => void
  /** Showing another with the same id replaces what is said; nothing is said twice. */
  readonly id?: string
}

export interface ShownToast extends ToastRequest {
  readonly id: string
  /** It has ended and is on its way out. */
  readonly leaving: boolean
}

/** The passing messages of a page, oldest first. */
export class ToastQueue {
  #toasts: readonly ShownToast[] = []
  #shown: readonly ShownToast[] = []
  #count = 0
  readonly #listeners = new Set<() => void>()

  /** Those on screen: at most five. */
  readonly shown = (): readonly ShownToast[] => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts a message in the queue; its id takes it back. */
  show(request: ToastRequest): string {
    this.#count += 1
    const id = request.id ?? `toast-${this.#count}`
    const toast: ShownToast = { ...request, id, leaving: false }
    const known = this.#toasts.some((one) => one.id === id && !one.leaving)
    this.#set(
      known
        ? this.#toasts.map((one) => (one.id === id ? toast : one))
        : [...this.#toasts.filter((one) => one.id !== id), toast],
    )
    return id
  }

  /** Ends a message, whether it stands or still waits; one that has ended already stays ended. */
  end(id: string, how: ToastEnd = 'withdrawn'): void {
    const toast = this.#toasts.find((one) => one.id === id)
    if (toast === undefined || toast.leaving) return
    const waiting = !this.#shown.includes(toast)
    const leaving = { ...toast, leaving: true }
    this.#set(
      waiting
        ? this.#toasts.filter((one) => one !== toast)
        : this.#toasts.map((one) => (one === toast ? leaving : one)),
    )
    if (!waiting) {
      setTimeout(() => this.#set(this.#toasts.filter((one) => one !== leaving)), TOAST_LEAVING_MS)
    }
    if (how === 'acted') toast.action?.onAct()
    toast.onEnd?.(how)
  }

  #set(toasts: readonly ShownToast[]): void {
    this.#toasts = toasts
    this.#shown = toasts.slice(0, TOAST_LIMIT)
    for (const listener of this.#listeners) listener()
  }
}
