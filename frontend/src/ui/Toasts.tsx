import { Toast } from 'radix-ui'
import type { ReactNode } from 'react'

interface ToastItemProps {
  /** Once its time is over or it was closed. */
  onEnd: () => void
  durationMs: number
  children: ReactNode
  action?: { label: string; alt: string; onAct: () => void }
}

/** One passing message, with at most one thing to do about it. It waits while it is hovered or focused. */
export function ToastItem({ onEnd, durationMs, children, action }: ToastItemProps) {
  return (
    <Toast.Root
      duration={durationMs}
      onOpenChange={(open) => {
        if (!open) onEnd()
      }}
      className="flex animate-arrive items-center justify-between gap-3 rounded-2xl bg-ink py-2 pr-2 pl-5 text-page shadow-lg"
    >
      <Toast.Description className="min-w-0 py-2 text-[0.9375rem]">{children}</Toast.Description>
      {action !== undefined && (
        <Toast.Action
          altText={action.alt}
          onClick={action.onAct}
          className="min-h-11 shrink-0 rounded-full px-4 font-semibold text-page underline underline-offset-4 focus-visible:outline-page"
        >
          {action.label}
        </Toast.Action>
      )}
    </Toast.Root>
  )
}

export function ToastArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Toast.Provider swipeThreshold={50} label={label}>
      {children}
      <Toast.Viewport
        label={label}
        className="fixed inset-x-4 bottom-4 z-50 flex flex-col gap-2 outline-none sm:left-auto sm:w-96"
      />
    </Toast.Provider>
  )
}
