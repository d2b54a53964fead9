import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'

/** Maximum number of visible toasts; the others are queued. */
export const TOAST_LIMIT = 5
export const TOAST_MS = 5_000
/** Duration of the leave animation. */
export const TOAST_LEAVING_MS = 200

/** Why a toast ended: timeout, closed by the user, action pressed, or withdrawn by the app. */
export type ToastEnd = 'elapsed' | 'dismissed' | 'acted' | 'withdrawn'

export interface ToastRequest {
  readonly content: ReactNode
  /** An error has an icon and a close button. */
  readonly kind?: 'info' | 'error'
  /** Milliseconds; null to stay until closed. */
  readonly durationMs?: number | null
  readonly action?: { readonly label: string; readonly onAct: () => void }
  /** Called once, when the toast ends. */
  readonly onEnd?: (how: ToastEnd) => void
  /** Replaces the content of a toast with the same id. */
  readonly id?: string
}

export interface ShownToast extends ToastRequest {
  readonly id: string
  /** It has ended and is animating out. */
  readonly leaving: boolean
}

export class ToastQueue {
  #toasts: readonly ShownToast[] = []
  #count = 0
  readonly #shown = createStore<readonly ShownToast[]>(() => [])

  /** Visible toasts, at most five. */
  readonly shown = this.#shown.getState
  readonly subscribe = this.#shown.subscribe

  /** Adds a toast. Returns its id, for `end`. */
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

  /** Ends a visible or queued toast; ignored if it has already ended. */
  end(id: string, how: ToastEnd = 'withdrawn'): void {
    const toast = this.#toasts.find((one) => one.id === id)
    if (toast === undefined || toast.leaving) return
    const waiting = !this.shown().includes(toast)
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
    this.#shown.setState(toasts.slice(0, TOAST_LIMIT), true)
  }
}
