import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { minutesOf, needsCook, planned, stepTimes, type TimedStep } from './plan'

interface Row {
  readonly steps: readonly string[]
  readonly language: Language
  readonly total: number | null
  readonly ready: string
  readonly starts: readonly string[]
}

/** Shared with lambdas/agent/src/tools/plan.rs. */
const { rows } = JSON.parse(readFileSync('../lambdas/agent/vectors/plan.json', 'utf8')) as { rows: Row[] }

const clock = (minutes: number) => {
  const rest = ((minutes % 1440) + 1440) % 1440
  return `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`
}

it.each(rows)('one recipe is planned as on the server: $steps', ({ steps, language, total, ready, starts }) => {
  const recipe = { instructions: [...steps], language, prep_time: null, cook_time: null, total_time: total }
  const plan = planned([stepTimes(recipe)], minutesOf(ready) ?? -1)
  expect(plan?.map(({ start }) => clock(start))).toEqual(starts)
})

const hands = (minutes: number): TimedStep => ({ minutes, isEstimate: true })
const alone = (minutes: number): TimedStep => ({ minutes, isEstimate: false })

it('steps of two recipes interleave, and one cook does one thing at a time', () => {
  const roast = [hands(10), alone(60), hands(5)]
  const salad = [hands(15), hands(5)]
  const plan = planned([roast, salad], 19 * 60)
  expect(plan?.map(({ recipe, step, start }) => `${clock(start)} ${recipe}.${step}`)).toEqual([
    '17:45 0.0',
    '17:55 0.1',
    '18:35 1.0',
    '18:50 1.1',
    '18:55 0.2',
  ])
})

it('an oven step of one recipe does not hold up the other', () => {
  const plan = planned([[alone(60)], [alone(45)]], 1140)
  expect(plan?.map(({ start }) => clock(start))).toEqual(['18:00', '18:15'])
})

it('a plan beyond a month is none', () => {
  expect(planned([[alone(60 * 24 * 40)]], 1140)).toBeNull()
  expect(planned([], 1140)).toEqual([])
})

it('keeps the order of each recipe and never needs the cook twice', () => {
  const step = fc.record({ minutes: fc.integer({ min: 1, max: 90 }), isEstimate: fc.boolean() })
  const meals = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 4 })
  fc.assert(
    fc.property(meals, (recipes) => {
      const plan = planned(recipes, 1140) ?? []
      expect(plan.length).toBe(recipes.flat().length)
      for (const [index] of recipes.entries()) {
        const own = plan.filter(({ recipe }) => recipe === index)
        const ends = own.map(({ start, minutes }) => start + minutes)
        own.forEach((one, at) => {
          expect(one.step).toBe(at)
          expect(ends[at]).toBeLessThanOrEqual(own[at + 1]?.start ?? 1140)
        })
      }
      const busy = plan.filter(needsCook)
      busy.forEach((one, at) => {
        const next = busy[at + 1]
        if (next !== undefined) expect(one.start + one.minutes).toBeLessThanOrEqual(next.start)
      })
    }),
  )
})

it.each(['', '7:30', '24:00', '19:60', 'soon'])('%j is no time', (time) => {
  expect(minutesOf(time)).toBeNull()
})
