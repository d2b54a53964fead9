import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from './Button'

interface Option<Value extends string> {
  readonly value: Value
  readonly name: ReactNode
  readonly hint: ReactNode
}

interface ExportChoiceProps<Value extends string> {
  options: readonly Option<Value>[]
  value: Value
  onChoose: (value: Value) => void
}

/** Radio group for the export format. */
export function ExportChoice<Value extends string>({ options, value, onChoose }: ExportChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="pb-2 font-semibold">
        <FormattedMessage id="export.format" defaultMessage="Format" />
      </legend>
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-x-3 rounded-xl px-3 py-2 hover:bg-sunken has-checked:bg-sunken"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="size-4 translate-y-0.5 accent-(--accent)"
            />
            <span>
              <span className="font-semibold">{option.name}</span>
              <span className="block text-sm text-muted">{option.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Formats for other programs, for `ExportChoice`. */
export const RECIPE_FORMATS: readonly Option<'json-ld' | 'markdown' | 'cooklang'>[] = [
  {
    value: 'json-ld',
    name: <FormattedMessage id="export.jsonLd" defaultMessage="JSON-LD" />,
    hint: <FormattedMessage id="export.jsonLd.hint" defaultMessage="One file that most recipe apps can import." />,
  },
  {
    value: 'markdown',
    name: <FormattedMessage id="export.markdown" defaultMessage="Markdown" />,
    hint: <FormattedMessage id="export.markdown.hint" defaultMessage="One text file per recipe." />,
  },
  {
    value: 'cooklang',
    name: <FormattedMessage id="export.cooklang" defaultMessage="Cooklang" />,
    hint: <FormattedMessage id="export.cooklang.hint" defaultMessage="One .cook file per recipe, for Cooklang apps." />,
  },
]

interface ExportProgressProps {
  done: number
  total: number
  onCancel: () => void
}

export function ExportProgress({ done, total, onCancel }: ExportProgressProps) {
  const intl = useIntl()
  const most = Math.max(total, done)
  return (
    <div className="flex w-full max-w-md flex-col items-start gap-3">
      <progress
        max={Math.max(most, 1)}
        value={done}
        aria-label={intl.formatMessage({ id: 'export.progress', defaultMessage: 'Export progress' })}
        className="h-2 w-full overflow-hidden rounded-full accent-(--accent)"
      />
      <p className="text-sm text-muted">
        <FormattedMessage
          id="export.running"
          defaultMessage="{done, number} of {total, number}"
          values={{ done, total: most }}
        />
      </p>
      <Button variant="bare" onClick={onCancel}>
        <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
      </Button>
    </div>
  )
}
