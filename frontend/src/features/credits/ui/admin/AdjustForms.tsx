import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { newRecipeId } from '../../../../shared/lib/recipe/recipe-id'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useTask } from '../../../../shared/ui/useTask'
import { type Act, useAdminApi } from '../../api/admin-api'
import { type ActProblem, creditsOf, problemsOf } from '../../model/act'
import { creditProblemOf } from '../../model/credit-problem'
import { ProblemAlert } from '../parts'
import { useActMessages } from './useActMessages'

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
  const messages = useActMessages()
  const [credits, setCredits] = useState('')
  const [reason, setReason] = useState('')
  const [found, setFound] = useState<ReadonlySet<ActProblem>>(new Set())
  // Idempotency key: a double click or a retry is the same action.
  const key = useRef(newRecipeId())
  const { busy, problem, result, phase, run } = useTask(async (_, count: number, why: string) => {
    const told = await onAct(count, { key: key.current, reason: why })
    key.current = newRecipeId()
    setCredits('')
    setReason('')
    onDone()
    return told
  }, creditProblemOf)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const problems = problemsOf({ credits, reason })
    setFound(problems)
    const count = creditsOf(credits)
    if (problems.size === 0 && count !== null) void run(count, reason.trim())
  }

  return (
    <form
      noValidate
      data-form={name}
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-3xl border border-line bg-surface p-5 shadow-card"
    >
      <h2 className="text-xl font-semibold">{title}</h2>
      <TextInput
        label={<FormattedMessage id="admin.credits" defaultMessage="Credits" />}
        name="credits"
        inputMode="numeric"
        autoComplete="off"
        value={credits}
        problem={messages.ofCredits(found)}
        onChange={({ target }) => {
          setCredits(target.value)
          setFound(new Set())
        }}
      />
      <TextInput
        label={<FormattedMessage id="admin.reason" defaultMessage="Reason (visible to the member)" />}
        name="reason"
        autoComplete="off"
        value={reason}
        problem={messages.ofReason(found)}
        onChange={({ target }) => {
          setReason(target.value)
          setFound(new Set())
        }}
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
