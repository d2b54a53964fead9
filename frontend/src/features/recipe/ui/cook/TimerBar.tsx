import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CloseIcon, PauseIcon, PlayIcon } from '../../../../shared/ui/icons'
import { clockOf, isOver, leftOf, type Timer } from '../../model/timers'
import type { TimersState } from './useTimers'

interface TimerBarProps {
  state: TimersState
  /** The current recipe; a timer of another recipe links to that recipe. */
  recipeId: string
}

/** All timers, at the foot of the page; finished ones are announced and highlighted. */
export function TimerBar({ state, recipeId }: TimerBarProps) {
  const intl = useIntl()
  const { timers, now } = state
  const over = timers.filter((timer) => isOver(timer, now))
  return (
    <>
      <p aria-live="assertive" className="sr-only">
        {over.map(({ id, label }) => (
          <span key={id}>
            <FormattedMessage id="timer.over" defaultMessage="Time’s up: {label}" values={{ label }} />{' '}
          </span>
        ))}
      </p>
      {timers.length > 0 && (
        <section
          aria-label={intl.formatMessage({ id: 'timer.all', defaultMessage: 'Timers' })}
          className="max-h-[40dvh] overflow-y-auto rounded-2xl border border-line bg-surface p-1 shadow-card"
        >
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {timers.map((timer) => (
              <TimerItem key={timer.id} timer={timer} state={state} isElsewhere={timer.recipeId !== recipeId} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function TimerItem({ timer, state, isElsewhere }: { timer: Timer; state: TimersState; isElsewhere: boolean }) {
  const intl = useIntl()
  const { now, pause, resume, extend, remove } = state
  const over = isOver(timer, now)
  const { id, label, step } = timer
  const where = intl.formatMessage({ id: 'timer.step', defaultMessage: 'Step {step}' }, { step })
  return (
    <li
      data-timer={over ? 'over' : timer.endsAt === null ? 'paused' : 'running'}
      className={`flex w-full flex-wrap items-center gap-x-2 rounded-xl px-2 pt-1 sm:w-auto sm:flex-nowrap sm:gap-x-3 sm:pt-0 ${over ? 'animate-breathe bg-accent text-on-accent' : ''}`}
    >
      <span role="timer" className="min-w-16 flex-1 text-2xl font-semibold tabular-nums sm:flex-none">
        {clockOf(leftOf(timer, now))}
      </span>
      <span className="order-first flex w-full min-w-0 gap-2 text-sm leading-tight sm:order-none sm:block sm:w-auto sm:max-w-56">
        <span className="min-w-0 flex-1 truncate sm:line-clamp-2 sm:whitespace-normal">{label}</span>
        {isElsewhere ? (
          <Link to={paths.cook(timer.recipeId)} className="underline">
            <FormattedMessage id="timer.elsewhere" defaultMessage="Another recipe" />
          </Link>
        ) : (
          <span className={over ? '' : 'text-muted'}>{where}</span>
        )}
      </span>
      {over || timer.endsAt !== null ? (
        !over && (
          <IconButton
            label={intl.formatMessage({ id: 'timer.pause', defaultMessage: 'Pause: {label}' }, { label })}
            onClick={() => pause(id)}
          >
            <PauseIcon />
          </IconButton>
        )
      ) : (
        <IconButton
          label={intl.formatMessage({ id: 'timer.resume', defaultMessage: 'Resume: {label}' }, { label })}
          onClick={() => resume(id)}
        >
          <PlayIcon />
        </IconButton>
      )}
      <Button variant="bare" onClick={() => extend(id)} className={over ? 'text-on-accent' : ''}>
        <FormattedMessage id="timer.more" defaultMessage="+1 min" />
      </Button>
      <IconButton
        label={intl.formatMessage({ id: 'timer.remove', defaultMessage: 'Cancel: {label}' }, { label })}
        onClick={() => remove(id)}
        className={over ? 'text-on-accent' : ''}
      >
        <CloseIcon />
      </IconButton>
    </li>
  )
}
