/** Headings of steps: each applies to the steps from its index up to the next heading. */

import type { Recipe } from './recipe'

export type StepHeading = Recipe['stepHeadings'][number]

/** A step, or a heading for the steps after it. */
export type StepItem = string | { readonly heading: string }

/** A step with its place in the recipe. */
export interface NumberedStep {
  /** Index in the recipe, from 0. */
  readonly index: number
  /** Number as shown, from 1. */
  readonly number: number
  readonly text: string
}

export interface StepGroup {
  readonly heading: string | null
  readonly steps: readonly NumberedStep[]
}

/** The steps and headings of a recipe. Recipes stored in a browser by older versions have no headings. */
export type Steps = Pick<Recipe, 'instructions'> & Partial<Pick<Recipe, 'stepHeadings'>>

/** All steps, split at their headings. */
export function stepGroups({ instructions, stepHeadings = [] }: Steps): StepGroup[] {
  const groups: { heading: string | null; steps: NumberedStep[] }[] = []
  instructions.forEach((text, index) => {
    const heading = stepHeadings.find(({ step }) => step === index)
    if (groups.length === 0 || heading !== undefined) groups.push({ heading: heading?.text ?? null, steps: [] })
    groups.at(-1)?.steps.push({ index, number: index + 1, text })
  })
  return groups
}

/** Heading of the section of a step. */
export function headingOf({ stepHeadings = [] }: Steps, index: number): string | null {
  return stepHeadings.findLast(({ step }) => step <= index)?.text ?? null
}

/** Steps with headings between them, as edited. */
export function stepItems(steps: Steps): StepItem[] {
  return stepGroups(steps).flatMap(({ heading, steps: below }) => [
    ...(heading === null ? [] : [{ heading }]),
    ...below.map(({ text }) => text),
  ])
}

export function stepTexts(items: readonly StepItem[]): string[] {
  return items.filter((item) => typeof item === 'string')
}

/** The headings between the steps. If several precede a step, only the last one. */
export function stepHeadings(items: readonly StepItem[]): StepHeading[] {
  const headings = new Map<number, string>()
  let step = 0
  for (const item of items) {
    if (typeof item === 'string') step += 1
    else headings.set(step, item.heading)
  }
  return Array.from(headings, ([before, text]) => ({ step: before, text })).filter(({ step: before }) => before < step)
}
