/*
 * A timeline of several recipes back from the time when all are ready. Durations follow
 * lambdas/agent/src/tools/plan.rs; both read lambdas/agent/vectors/plan.json in their tests.
 */

import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { allDurations } from './durations'

/** Minutes of a step without a stated time, if the total leaves no share for it. */
const USUAL_MINUTES = 5
/** Maximum stated minutes of a step that needs attention; longer ones run by themselves. */
const LONGEST_HANDS_ON = 10
export const MINUTES_OF_A_DAY = 24 * 60
const MAX_MINUTES = 31 * MINUTES_OF_A_DAY

export interface TimedStep {
  readonly minutes: number
  /** Whether the minutes are a default, or a share of the recipe's total time. */
  readonly isEstimate: boolean
}

export interface PlannedStep extends TimedStep {
  /** Index of the recipe. */
  readonly recipe: number
  /** Index of the step, from 0. */
  readonly step: number
  /** Minutes after the midnight before the meal; negative on earlier days. */
  readonly start: number
}

type Timed = Pick<Recipe, 'instructions' | 'language' | 'prep_time' | 'cook_time' | 'total_time'>

/** Duration of each step: as stated, else a share of the rest of the total, else `USUAL_MINUTES`. */
export function stepTimes({ instructions, language, prep_time, cook_time, total_time }: Timed): TimedStep[] {
  const stated = instructions.map((text) => statedMinutes(text, language))
  const untimed = stated.filter((minutes) => minutes === 0).length
  const timed = stated.reduce((sum, minutes) => sum + minutes, 0)
  const whole = total_time ?? (prep_time ?? 0) + (cook_time ?? 0)
  const share = Math.max(0, Math.floor((whole - timed) / Math.max(1, untimed)))
  const usual = share > 0 ? share : USUAL_MINUTES
  return stated.map((minutes) => ({ minutes: minutes === 0 ? usual : minutes, isEstimate: minutes === 0 }))
}

/** Sum of the durations in a step; a range counts with its upper end. */
function statedMinutes(text: string, language: Timed['language']): number {
  const seconds = allDurations(text, language).reduce(
    (sum, { seconds, mostSeconds }) => sum + (mostSeconds ?? seconds),
    0,
  )
  return Math.ceil(seconds / 60)
}

/**
 * Schedules the steps of all recipes as late as possible before the meal is ready, so that one cook does one thing at a
 * time. Steps that run by themselves overlap. Null beyond a month.
 * @param ready minutes after midnight.
 */
export function planned(recipes: readonly (readonly TimedStep[])[], ready: number): PlannedStep[] | null {
  const steps: PlannedStep[] = []
  /** Times at which the cook is busy. */
  const busy: { readonly start: number; readonly end: number }[] = []
  const left = recipes.map((times) => ({ times, next: times.length - 1, end: ready }))
  for (;;) {
    let best: { readonly recipe: number; readonly end: number; readonly step: TimedStep } | null = null
    for (const [recipe, { times, next, end }] of left.entries()) {
      const step = times[next]
      if (step === undefined) continue
      const possible = needsCook(step) ? latestFree(busy, end, step.minutes) : end
      if (best === null || possible > best.end) best = { recipe, end: possible, step }
    }
    const taken = best === null ? undefined : left[best.recipe]
    if (best === null || taken === undefined) break
    const start = best.end - best.step.minutes
    if (start < -MAX_MINUTES) return null
    steps.push({ ...best.step, recipe: best.recipe, step: taken.next, start })
    if (needsCook(best.step)) busy.push({ start, end: best.end })
    taken.next -= 1
    taken.end = start
  }
  return steps.sort((a, b) => a.start - b.start || a.recipe - b.recipe || a.step - b.step)
}

/** Whether the cook is busy during the step. */
export const needsCook = ({ minutes, isEstimate }: TimedStep): boolean => isEstimate || minutes <= LONGEST_HANDS_ON

/** Latest end, at most `end`, of a free period of `minutes`. */
function latestFree(
  busy: readonly { readonly start: number; readonly end: number }[],
  end: number,
  minutes: number,
): number {
  let latest = end
  for (;;) {
    const start = latest - minutes
    const clash = busy.find((other) => other.start < latest && other.end > start)
    if (clash === undefined) return latest
    latest = clash.start
  }
}

/** Minutes after midnight of a time such as "19:30"; null if invalid. */
export function minutesOf(time: string): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found === null ? null : Number(found[1]) * 60 + Number(found[2])
}
