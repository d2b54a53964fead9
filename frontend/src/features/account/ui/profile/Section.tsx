import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: ReactNode
  text?: ReactNode
  children?: ReactNode
}

/** Section of the profile: description on the left, controls on the right; stacked on phones. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line py-8 md:grid-cols-[16rem_1fr] md:gap-10">
      <div>
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {text !== undefined && <p className="mt-1 text-sm text-muted">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
