import { FormattedList, FormattedMessage } from 'react-intl'
import { AlertIcon } from '../../../shared/ui/icons'
import type { Patch, Remark } from '../model/patch'

/** Remarks on the whole patch, such as to check product labels. */
export function Remarks({ patch: { remarks } }: { patch: Patch }) {
  if (remarks.length === 0) return null
  return (
    <ul className="flex flex-col gap-2 rounded-xl bg-sunken p-3 text-sm">
      {remarks.map((remark) => (
        <li key={remark.code} data-remark={remark.code} className="flex gap-2">
          <AlertIcon className="mt-px size-5 text-muted" />
          <span>
            <Words remark={remark} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Words({ remark }: { remark: Remark }) {
  switch (remark.code) {
    case 'READ_EVERY_LABEL':
      return <Labels diet={remark.diet} />
    case 'STEPS_NAME_AMOUNTS':
      return (
        <FormattedMessage
          id="patch.STEPS_NAME_AMOUNTS"
          defaultMessage="{count, plural, one {Step {steps} names} other {Steps {steps} name}} amounts that stay as they are."
          values={numbers(remark.steps)}
        />
      )
    case 'STEPS_NAME_MORE':
      return (
        <FormattedMessage
          id="patch.STEPS_NAME_MORE"
          defaultMessage="{count, plural, one {Step {steps} names} other {Steps {steps} name}} foods that do not suit and stand in no line."
          values={numbers(remark.steps)}
        />
      )
  }
}

function numbers(steps: readonly number[]) {
  return {
    count: steps.length,
    steps: <FormattedList type="conjunction" value={steps.map((step) => String(step + 1))} />,
  }
}

function Labels({ diet }: { diet: Extract<Remark, { code: 'READ_EVERY_LABEL' }>['diet'] }) {
  if (diet === 'gluten-reduced') {
    return (
      <FormattedMessage
        id="patch.labels.gluten"
        defaultMessage="Less gluten is not without: traces stay. Whoever must avoid gluten reads every label."
      />
    )
  }
  return (
    <FormattedMessage
      id="patch.labels"
      defaultMessage="Zest replaces what it knows. Whoever must avoid something reads every label."
    />
  )
}
