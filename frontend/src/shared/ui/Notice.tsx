import type { ReactNode } from 'react'

interface NoticeProps {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
  /** Heading level: 1 if the notice is the whole page. */
  level: 1 | 2
}

/** A centred message, such as "not found". */
export function Notice({ icon, title, children, actions, level }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-12 text-center">
      <div className="grid size-16 place-items-center rounded-full bg-accent-soft text-on-accent-soft">{icon}</div>
      <Heading className="mt-2 text-2xl font-semibold">{title}</Heading>
      <div className="text-muted">{children}</div>
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
