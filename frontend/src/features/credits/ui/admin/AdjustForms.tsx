import { type ReactNode, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { type Act, useAdminApi } from '../../api/admin-api'
import { creditsOf } from '../../model/act'
import { creditProblemOf } from '../../model/credit-problem'
import { ProblemAlert } from '../parts'
import { useActChecks } from './useActChecks'

interface AdjustFormsProps {
  memberId: string
  onDone: () => void
}

/** Grants or takes credits; the ledger keeps the reason. */
export function AdjustForms({ memberId, onDone }: AdjustFormsProps) {
  const admin = useAdminApi()
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <AdjustForm
        name="grant"
        title={<FormattedMessage id="admin.grant.title" defaultMessage="Add credits" />}
        act={<FormattedMessage id="admin.grant" defaultMessage="Add credits" />}
        onAct={async (credits, act) => {
          const balance = await admin.grant(memberId, credits, act)
          return (
            <FormattedMessage
              id="admin.grant.done"
              defaultMessage="Credits added. New balance: {balance, plural, one {# credit} other {# credits}}."
              values={{ balance }}
            />
          )
        }}
        onDone={onDone}
      />
      <AdjustForm
        name="take"
        title={<FormattedMessage id="admin.take.title" defaultMessage="Remove credits" />}
        act={<FormattedMessage id="admin.take" defaultMessage="Remove credits" />}
        onAct={async (credits, act) => {
          const { taken, balance } = await admin.take(memberId, credits, act)
          return (
            <FormattedMessage
              id="admin.take.done"
              defaultMessage="{taken, plural, =0 {No credits to remove} one {# credit removed} other {# credits removed}}. New balance: {balance, plural, one {# credit} other {# credits}}."
              values={{ taken, balance }}
            />
          )
        }}
        onDone={onDone}
      />
    </div>
  )
}

interface AdjustFormProps {
  name: string
  title: ReactNode
  act: ReactNode
  /** Performs the action and returns the message to show. Rejects with a `Problem`. */
  onAct: (credits: number, act: Act) => Promise<ReactNode>
  onDone: () => void
}

function AdjustForm({ name, title, act, onAct, onDone }: AdjustFormProps) {
  const checks = useActChecks()
  // Idempotency key: a double click or a retry is the same action.
  const key = useRef(newRecipeId())
  const { busy, problem, result, phase, run } = useTask(async (_, count: number, why: string) => {
    const outcome = await onAct(count, { key: key.current, reason: why })
    key.current = newRecipeId()
    form.reset()
    onDone()
    return outcome
  }, creditProblemOf)

  const form = useForm({
    initial: { credits: '', reason: '' },
    check: ({ credits, reason }) => ({ credits: checks.credits(credits), reason: checks.reason(reason) }),
    busy,
    onSubmit: ({ credits, reason }) => {
      const count = creditsOf(credits)
      if (count !== null) void run(count, reason.trim())
    },
  })

  return (
    <form
      noValidate
      data-form={name}
      onSubmit={form.onSubmit}
      className="flex flex-col gap-4 rounded-3xl border border-line bg-surface p-5 shadow-card"
    >
      <h2 className="text-xl font-semibold">{title}</h2>
      <TextInput
        label={<FormattedMessage id="admin.credits" defaultMessage="Credits" />}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('credits')}
      />
      <TextInput
        label={<FormattedMessage id="admin.reason" defaultMessage="Reason (visible to the member)" />}
        autoComplete="off"
        {...form.field('reason')}
      />
      <Button type="submit" variant="quiet" aria-disabled={busy} className="self-start">
        {act}
      </Button>
      <ProblemAlert problem={problem} />
      <p role="status" className="text-sm font-medium text-good empty:hidden">
        {phase === 'done' && result}
      </p>
    </form>
  )
}
