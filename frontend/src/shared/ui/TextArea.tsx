import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { AlertIcon } from './icons'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  label: ReactNode
  problem?: string | null
  /** Shown below while there is no problem. */
  hint?: ReactNode
}

export function TextArea({ label, problem = null, hint, ...rest }: TextAreaProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={hintId}
        className={`field-sizing-content min-h-32 max-h-[60dvh] w-full rounded-2xl border bg-surface p-4 focus-visible:outline-offset-0 ${problem === null ? 'border-line-strong' : 'border-danger'}`}
        {...rest}
      />
      <div id={hintId}>
        {problem === null ? (
          hint !== undefined && <div className="text-sm text-muted">{hint}</div>
        ) : (
          <p role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
            <AlertIcon className="mt-px size-5" />
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
