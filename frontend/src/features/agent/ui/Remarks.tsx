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
          defaultMessage="{count, plural, one {Step {steps} still mentions} other {Steps {steps} still mention}} the old amounts."
          values={numbers(remark.steps)}
        />
      )
    case 'STEPS_NAME_MORE':
      return (
        <FormattedMessage
          id="patch.STEPS_NAME_MORE"
          defaultMessage="{count, plural, one {Step {steps} mentions} other {Steps {steps} mention}} other ingredients that don’t fit."
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
        defaultMessage="Reduced gluten isn’t gluten-free. If you have coeliac disease, check every label."
      />
    )
  }
  return <FormattedMessage id="patch.labels" defaultMessage="If you have an allergy, always check the label." />
}
