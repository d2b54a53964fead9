import { type SubmitEvent, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CheckIcon, CloseIcon, CookIcon } from '../../../../shared/ui/icons'
import { useToasts } from '../../../../shared/ui/Toasts'
import { dayOf, noonOf, withDay } from '../../model/days'

interface MadeOnProps {
  /** Cooking days, latest first. */
  days: readonly string[]
  onDays: (days: readonly string[]) => void
}

/** Dates on which the owner cooked it: today with one press, others in a list. */
export function MadeOn({ days, onDays }: MadeOnProps) {
  const intl = useIntl()
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const id = useId()
  const today = dayOf(new Date())
  const isDone = days.includes(today)
  const [latest] = days
  const written = (day: string) => intl.formatDate(noonOf(day), { dateStyle: 'long', timeZone: 'UTC' })
  const make = () => {
    const before = days
    onDays(withDay(days, today))
    toasts.show({
      id: 'made-today',
      content: <FormattedMessage id="made.marked" defaultMessage="Marked as cooked today." />,
      action: {
        label: intl.formatMessage({ id: 'made.undo', defaultMessage: 'Undo' }),
        onAct: () => onDays(before),
      },
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      <Button variant="quiet" disabled={isDone} onClick={make}>
        {isDone ? <CheckIcon /> : <CookIcon />}
        {isDone ? (
          <FormattedMessage id="made.doneToday" defaultMessage="Cooked today" />
        ) : (
          <FormattedMessage id="made.today" defaultMessage="I cooked it today" />
        )}
      </Button>
      <Button variant="bare" aria-expanded={open} aria-controls={id} onClick={() => setOpen((now) => !now)}>
        {latest === undefined ? (
          <FormattedMessage id="made.otherDay" defaultMessage="Another day…" />
        ) : (
          <FormattedMessage
            id="made.count"
            defaultMessage="{count, plural, one {Cooked once, {day}} other {Cooked # times, last {day}}}"
            values={{ count: days.length, day: written(latest) }}
          />
        )}
      </Button>
      {open && (
        <div id={id} className="my-2 w-full max-w-md rounded-2xl border border-line bg-surface p-4">
          <AnotherDay today={today} onDay={(day) => onDays(withDay(days, day))} />
          {days.length > 0 && (
            <ul className="mt-2 max-h-56 overflow-y-auto" data-days>
              {days.map((day) => (
                <li key={day} className="flex items-center justify-between gap-2">
                  <time dateTime={day}>{written(day)}</time>
                  <IconButton
                    label={intl.formatMessage(
                      { id: 'made.remove', defaultMessage: 'Remove {day}' },
                      { day: written(day) },
                    )}
                    onClick={() => onDays(days.filter((one) => one !== day))}
                  >
                    <CloseIcon className="size-4" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

function AnotherDay({ today, onDay }: { today: string; onDay: (day: string) => void }) {
  const id = useId()
  const [day, setDay] = useState(today)
  const isWrong = day === '' || day > today
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isWrong) onDay(day)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        <FormattedMessage id="made.other" defaultMessage="Date cooked" />
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="date"
          max={today}
          value={day}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={(event) => setDay(event.target.value)}
          className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-surface px-4 text-base aria-invalid:border-danger"
        />
        <Button variant="quiet" type="submit" disabled={isWrong}>
          <FormattedMessage id="made.add" defaultMessage="Add" />
        </Button>
      </div>
      {isWrong && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          <FormattedMessage id="made.wrongDay" defaultMessage="Choose today or an earlier date." />
        </p>
      )}
    </form>
  )
}
