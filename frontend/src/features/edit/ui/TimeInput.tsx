import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import type { DraftProblem, TimeField, TypedTime } from '../../../shared/lib/editing/draft'
import { FieldProblem, inputClass } from './Field'

interface TimeInputProps {
  field: TimeField
  value: TypedTime
  problem: DraftProblem | undefined
  onChange: (value: TypedTime, part: keyof TypedTime) => void
}

export function TimeInput({ field, value, problem, onChange }: TimeInputProps) {
  const intl = useIntl()
  const problemId = useId()
  const names = {
    hours: intl.formatMessage({ id: 'edit.time.hours', defaultMessage: 'Hours' }),
    minutes: intl.formatMessage({ id: 'edit.time.minutes', defaultMessage: 'Minutes' }),
  }
  const units = {
    hours: intl.formatMessage({ id: 'edit.time.h', defaultMessage: 'h' }),
    minutes: intl.formatMessage({ id: 'edit.time.min', defaultMessage: 'min' }),
  }
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-1.5 border-0 p-0">
      <legend className="mb-1.5 p-0 text-sm font-semibold">
        <FormattedMessage {...fieldMessages[field].label} />
      </legend>
      <div className="flex gap-2">
        {(['hours', 'minutes'] as const).map((part) => (
          <label key={part} className="relative flex-1">
            <span className="sr-only">{names[part]}</span>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              data-place={part === 'hours' ? field : undefined}
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : problemId}
              value={value[part]}
              onChange={(event) => onChange({ ...value, [part]: event.target.value }, part)}
              className={`${inputClass} h-12 pr-11 tabular-nums`}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-3 grid items-center text-sm text-muted"
            >
              {units[part]}
            </span>
          </label>
        ))}
      </div>
      <FieldProblem id={problemId} problem={problem} />
    </fieldset>
  )
}
