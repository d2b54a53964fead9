import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { AlertIcon } from './icons'

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: ReactNode
  problem?: string | null
  /** Shown below the field, such as rules. */
  below?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ label, problem = null, below, ...rest }: TextInputProps) {
  const id = useId()
  const problemId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        className={`h-12 w-full rounded-xl border bg-surface px-4 focus-visible:outline-offset-0 ${problem === null ? 'border-line-strong' : 'border-danger'}`}
        {...rest}
      />
      <div role="alert">
        {problem !== null && (
          <p id={problemId} className="flex items-start gap-2 text-sm font-medium text-danger">
            <AlertIcon className="mt-px size-5" />
            {problem}
          </p>
        )}
      </div>
      {below}
    </div>
  )
}
