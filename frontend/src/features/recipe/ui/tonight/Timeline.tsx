import Fraction from 'fraction.js'
import { useMemo, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { Duration } from '../../../../shared/i18n/Duration'
import { unitSetting } from '../../../../shared/lib/amounts/unit-setting'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import type { MealEntry } from '../../model/meal'
import { cookLink } from '../../model/meal-links'
import { MINUTES_OF_A_DAY, minutesOf, type PlannedStep } from '../../model/plan'
import { countedOf, showStep } from '../../model/step-amounts'
import { keysOf } from '../../model/ticks'
import { Pieces } from '../scaling/Pieces'
import { useTicks } from '../useTicks'
import type { MealRecipe } from './useMealRecipes'

interface TimelineProps {
  recipes: readonly MealRecipe[]
  plan: readonly PlannedStep[]
  /** When the meal is ready, for example "19:00". */
  ready: string
}

/** The steps of all recipes by their time, with the ticks of cook mode. */
export function Timeline({ recipes, plan, ready }: TimelineProps) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-3 text-2xl font-semibold">
        <FormattedMessage id="tonight.timeline" defaultMessage="Timeline" />
      </h2>
      <ol className="flex flex-col">
        {plan.map((step) => {
          const { entry, recipe } = recipes[step.recipe] ?? {}
          if (entry === undefined || recipe === undefined || recipe === null) return null
          return <TimelineStep key={`${entry.id} ${step.step}`} entry={entry} recipe={recipe} planned={step} />
        })}
        <li className="grid grid-cols-[4.5rem_1fr] items-baseline gap-x-3 py-3 font-semibold" data-ready={ready}>
          <Clock minutes={minutesOf(ready) ?? 0} />
          <FormattedMessage id="tonight.dinner" defaultMessage="Ready to eat" />
        </li>
      </ol>
    </section>
  )
}

function TimelineStep({ entry, recipe, planned }: { entry: MealEntry; recipe: Recipe; planned: PlannedStep }) {
  const intl = useIntl()
  const system = useSyncExternalStore(unitSetting.subscribe, unitSetting.read)
  const ticks = useTicks(recipe.id)
  const { instructions, ingredients, language } = recipe
  const key = useMemo(() => keysOf(instructions, 'step')[planned.step] ?? '', [instructions, planned.step])
  const counted = useMemo(() => countedOf(ingredients, language), [ingredients, language])
  const view = { factor: new Fraction(entry.factor), system }
  return (
    <li
      className="grid grid-cols-[4.5rem_1fr_auto] items-baseline gap-x-3 border-b border-line py-3"
      data-timeline={`${planned.recipe}.${planned.step}`}
      data-start={planned.start}
    >
      <Clock minutes={planned.start} />
      <div>
        <p className="text-sm text-muted">
          <Link
            to={cookLink(entry)}
            lang={language ?? undefined}
            className="font-semibold text-ink underline-offset-4 hover:underline"
          >
            {recipe.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })}
          </Link>
          {' · '}
          {planned.isEstimate ? (
            <FormattedMessage
              id="tonight.about"
              defaultMessage="about {time}"
              values={{ time: <Duration minutes={planned.minutes} /> }}
            />
          ) : (
            <Duration minutes={planned.minutes} />
          )}
        </p>
        <p
          lang={language ?? undefined}
          className={`wrap-anywhere ${ticks.isDone(key) ? 'text-muted line-through' : ''}`}
        >
          <Pieces pieces={showStep(instructions[planned.step] ?? '', view, language, counted)} />
        </p>
      </div>
      <input
        type="checkbox"
        checked={ticks.isDone(key)}
        onChange={() => ticks.toggle(key)}
        aria-label={intl.formatMessage(
          { id: 'cook.stepDone', defaultMessage: 'Step {number} done' },
          { number: planned.step + 1 },
        )}
        className="size-6 translate-y-1 accent-(--accent)"
      />
    </li>
  )
}

/** A time of day, with the days before the meal. */
function Clock({ minutes }: { minutes: number }) {
  const intl = useIntl()
  const days = Math.floor(minutes / MINUTES_OF_A_DAY)
  const time = new Date(Date.UTC(2000, 0, 1, 0, minutes - days * MINUTES_OF_A_DAY))
  return (
    <span className="font-semibold whitespace-nowrap tabular-nums">
      {intl.formatTime(time, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })}
      {days < 0 && (
        <span className="block text-xs font-normal text-muted">
          <FormattedMessage
            id="tonight.before"
            defaultMessage="{count, plural, one {# day before} other {# days before}}"
            values={{ count: -days }}
          />
        </span>
      )}
    </span>
  )
}
