import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import type { DraftProblem, FieldPath } from '../../../shared/lib/editing/draft'
import { AlertIcon } from '../../../shared/ui/icons'
import { describeFieldProblem } from '../messages'

export const inputClass =
  'w-full min-w-0 scroll-mt-24 scroll-mb-32 rounded-xl border border-line-strong bg-surface px-3 py-2 text-base placeholder:text-muted focus-visible:outline-offset-0 aria-invalid:border-danger'

interface FieldProps {
  label: ReactNode
  problem: DraftProblem | undefined
  hint?: ReactNode
  className?: string
  /** Renders the control with its id and ARIA attributes. */
  children: (ties: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode
}

/** A control with label, hint and problem. */
export function Field({ label, problem, hint, className = '', children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  const described = [hint !== undefined && hintId, problem !== undefined && problemId].filter(Boolean).join(' ')
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': problem !== undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldProblem id={problemId} problem={problem} />
    </div>
  )
}

export function FieldProblem({ id, problem }: { id: string; problem: DraftProblem | undefined }) {
  const intl = useIntl()
  if (problem === undefined) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <AlertIcon className="mt-px size-4.5" />
      {describeFieldProblem(intl, problem)}
    </p>
  )
}

interface TextInputProps {
  /** Path by which the problem summary finds the control. */
  place: FieldPath
  label: ReactNode
  hint?: ReactNode
  value: string
  problem: DraftProblem | undefined
  onChange: (value: string) => void
  className?: string
  inputMode?: 'text' | 'numeric' | 'url'
  placeholder?: string
  lang?: string | undefined
}

export function TextInput({
  place,
  label,
  hint,
  value,
  problem,
  onChange,
  className,
  inputMode,
  ...rest
}: TextInputProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(className === undefined ? {} : { className })}>
      {(ties) => (
        <input
          {...ties}
          {...rest}
          data-place={place}
          type="text"
          dir="auto"
          inputMode={inputMode}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputClass} h-12`}
        />
      )}
    </Field>
  )
}

export function TextArea({ place, label, hint, value, problem, onChange, lang }: Omit<TextInputProps, 'inputMode'>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ties) => (
        <textarea
          {...ties}
          data-place={place}
          lang={lang}
          dir="auto"
          value={value}
          rows={rowsFor(value)}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputClass} ${growingClass}`}
        />
      )}
    </Field>
  )
}

/** Text area that grows with its text, up to most of the screen; `rows` is the fallback. */
export const growingClass = 'field-sizing-content max-h-[70vh] min-h-18 resize-none'

export function rowsFor(text: string): number {
  const lines = text.slice(0, 5_000).split('\n')
  return Math.min(
    12,
    Math.max(
      2,
      lines.reduce((rows, line) => rows + 1 + Math.floor(line.length / 70), 0),
    ),
  )
}
