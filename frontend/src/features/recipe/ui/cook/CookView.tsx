import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { paths } from '../../../../shared/lib/routing/paths'
import { usePageTitle } from '../../../../shared/ui/usePageTitle'
import { countedOf } from '../../model/step-amounts'
import type { StepsToCook } from '../../model/steps-to-cook'
import { keysOf, textOfLine } from '../../model/ticks'
import { clockOf, isOver, leftOf } from '../../model/timers'
import { useView } from '../scaling/useView'
import { useTicks } from '../useTicks'
import { CookBar } from './CookBar'
import { CookIngredients } from './CookIngredients'
import { AllSteps, OneStep } from './CookSteps'
import { MealTabs } from './MealTabs'
import { StepButtons } from './StepButtons'
import { StepKeys } from './StepKeys'
import { TimerBar } from './TimerBar'
import { useTimers } from './useTimers'
import { useWakeLock } from './useWakeLock'

/** Cook mode of a loaded recipe; works offline. */
export function CookView({ recipe }: { recipe: Recipe }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { view } = useView(recipe)
  const ticks = useTicks(recipe.id)
  const timers = useTimers()
  const [wantsAwake, setWantsAwake] = useState(true)
  const wake = useWakeLock(wantsAwake)
  const { ingredients, instructions } = recipe
  const language = recipe.language ?? undefined
  const counted = useMemo(() => countedOf(ingredients, language ?? null), [ingredients, language])
  const stepKeys = useMemo(() => keysOf(instructions, 'step'), [instructions])
  const lineKeys = useMemo(() => keysOf(ingredients.map(textOfLine), 'line'), [ingredients])
  const last = Math.max(0, instructions.length - 1)
  const step = Math.min(ticks.ticks.step, last)
  const title = recipe.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
  useCookTitle(title, timers)

  const exit = () => void navigate({ pathname: paths.recipe(recipe.id), search: params.toString() })
  const go = (to: number) => ticks.setStep(Math.min(last, Math.max(0, to)))
  const finish = () => {
    const key = stepKeys[step]
    if (key !== undefined && !ticks.isDone(key)) ticks.toggle(key)
    go(step + 1)
  }
  const steps: StepsToCook = {
    recipe,
    view,
    counted,
    isDone: (index) => ticks.isDone(stepKeys[index] ?? ''),
    toggle: (index) => ticks.toggle(stepKeys[index] ?? ''),
    startTimer: timers.start,
  }
  const isOne = !ticks.ticks.all && instructions.length > 0
  return (
    <div data-cook={isOne ? 'one' : 'all'} className="flex min-h-dvh flex-col pt-2 sm:pt-6">
      {isOne && <StepKeys onPrevious={() => go(step - 1)} onNext={() => go(step + 1)} onDone={finish} onExit={exit} />}
      <MealTabs recipeId={recipe.id} />
      <CookBar
        title={title}
        language={language}
        all={ticks.ticks.all}
        onAll={ticks.setAll}
        wake={wake}
        wantsAwake={wantsAwake}
        onAwake={setWantsAwake}
        onStartOver={ticks.startOver}
        onExit={exit}
      />
      <div className="mt-6 grid flex-1 gap-8 lg:grid-cols-[1fr_20rem] lg:gap-14">
        {instructions.length === 0 ? null : isOne ? (
          <OneStep steps={steps} step={step} onGo={go} />
        ) : (
          <AllSteps steps={steps} />
        )}
        <CookIngredients
          ingredients={ingredients}
          language={language}
          view={view}
          step={isOne ? step : null}
          isDone={(index) => ticks.isDone(lineKeys[index] ?? '')}
          toggle={(index) => ticks.toggle(lineKeys[index] ?? '')}
        />
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex flex-col gap-2 bg-page px-4 py-3 sm:-mx-8 sm:px-8">
        <TimerBar state={timers} recipeId={recipe.id} />
        {isOne && (
          <StepButtons
            isFirst={step === 0}
            isLast={step === last}
            isOver={step === last && steps.isDone(step)}
            onPrevious={() => go(step - 1)}
            onDone={finish}
          />
        )}
      </div>
      <p className="sr-only">
        <FormattedMessage id="cook.keys" defaultMessage="Arrow keys: change step. Space: mark as done. Esc: exit." />
      </p>
    </div>
  )
}

/** Tab title with the ringing or next timer, visible from other tabs. */
function useCookTitle(title: string, { timers, now }: ReturnType<typeof useTimers>): void {
  const intl = useIntl()
  const cooking = intl.formatMessage({ id: 'page.cook.title', defaultMessage: 'Cooking: {title} – Zest' }, { title })
  const ringing = timers.find((timer) => isOver(timer, now))
  const running = timers.filter(({ endsAt }) => endsAt !== null).sort((a, b) => (a.endsAt ?? 0) - (b.endsAt ?? 0))[0]
  const pageTitle =
    ringing !== undefined
      ? `⏰ ${intl.formatMessage({ id: 'timer.over', defaultMessage: 'Time’s up: {label}' }, { label: ringing.label })}`
      : running === undefined
        ? cooking
        : `${clockOf(leftOf(running, now))} · ${title}`
  usePageTitle(pageTitle)
}
