import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { piecesWithin } from '../../../../shared/lib/amounts/pieces'
import { ClockIcon } from '../../../../shared/ui/icons'
import { findDurations } from '../../model/durations'
import { showStep } from '../../model/step-amounts'
import type { StepsToCook } from '../../model/steps-to-cook'
import { Pieces } from '../scaling/Pieces'

/** Number of characters up to which words are added to a timer label. */
const LABEL_CHARACTERS = 36

/** A step whose durations are buttons that start timers. */
export function TimedText({ steps, step }: { steps: StepsToCook; step: number }) {
  const intl = useIntl()
  const { recipe, view, counted, startTimer } = steps
  const { language } = recipe
  const text = recipe.instructions[step] ?? ''
  const pieces = useMemo(() => showStep(text, view, language, counted), [text, view, language, counted])
  const durations = useMemo(() => findDurations(text, language), [text, language])
  const cuts = [...durations, null].map((duration, index) => ({
    from: durations[index - 1]?.end ?? 0,
    to: duration?.start ?? text.length,
    duration,
  }))
  return cuts.map(({ from, to, duration }) => {
    const label = duration === null ? '' : text.slice(duration.start, duration.end)
    return (
      <span key={from}>
        <Pieces tappable pieces={piecesWithin(pieces, from, to)} />
        {duration !== null && (
          <button
            type="button"
            data-seconds={duration.seconds}
            aria-label={intl.formatMessage({ id: 'timer.start', defaultMessage: 'Start a timer: {label}' }, { label })}
            onClick={() =>
              startTimer({
                recipeId: recipe.id,
                step: step + 1,
                seconds: duration.seconds,
                label: labelOf(text, duration),
              })
            }
            className="inline-flex items-baseline gap-1 rounded-full bg-accent-soft px-2.5 font-sans text-[0.85em] font-semibold text-on-accent-soft transition-colors hover:bg-accent hover:text-on-accent"
          >
            <ClockIcon className="size-[0.9em] self-center" />
            {label}
          </button>
        )}
      </span>
    )
  })
}

/** Label of a timer: the words of the clause before the duration, "simmer for 20 minutes". */
function labelOf(text: string, { start, end }: { start: number; end: number }): string {
  const clause =
    text
      .slice(0, start)
      .split(/[,.;:!?]\s|\n/)
      .at(-1) ?? ''
  const words = clause.trim().split(/\s+/)
  let label = text.slice(start, end)
  for (
    let word = words.pop();
    word !== undefined && label.length + word.length < LABEL_CHARACTERS;
    word = words.pop()
  ) {
    // Stops at digits, because the step shows scaled amounts.
    if (/\d/.test(word)) return text.slice(start, end)
    label = `${word} ${label}`
  }
  return label.trim()
}
