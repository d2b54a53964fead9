/** Addresses submitted together, and the result of each. */
import type { Language } from '../../../shared/lib/recipe/recipe'

export const OUTCOMES = ['imported', 'there', 'dead', 'blocked', 'no_recipe', 'failed', 'cancelled'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface BatchItem {
  /** Id of the recipe. */
  readonly id: string
  readonly url: string
  readonly title: string | null
  /** `sent`: the server has it, or may have it. */
  readonly state: 'waiting' | 'sent' | 'done'
  /** Result; null until done. */
  readonly outcome: Outcome | null
  /** Reason of a failure. */
  readonly code: string | null
}

export interface Batch {
  readonly owner: string
  readonly language: Language
  readonly items: readonly BatchItem[]
  /** ISO 8601 time at which the limit allows more; null if the batch does not wait for it. */
  readonly again: string | null
}

const DEAD: readonly (string | null)[] = [
  'INVALID_URL',
  'ADDRESS_NOT_ALLOWED',
  'UNREACHABLE',
  'TIMED_OUT',
  'NOT_FOUND',
  'SITE_ERROR',
  'TOO_MANY_REDIRECTS',
]
const WITHOUT_RECIPE: readonly (string | null)[] = [
  'NOT_A_PAGE',
  'NOT_A_RECIPE',
  'NO_RECIPE_IN_VIDEO',
  'PART_MISSING',
  'ASSISTANT_FOUND_NOTHING',
]

/** @param code why the import failed */
export function outcomeOf(code: string | null): Outcome {
  if (code === 'SITE_BLOCKED') return 'blocked'
  if (DEAD.includes(code)) return 'dead'
  return WITHOUT_RECIPE.includes(code) ? 'no_recipe' : 'failed'
}

export function withItem(batch: Batch, id: string, change: Partial<BatchItem>): Batch {
  return { ...batch, items: batch.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
}

export function done(outcome: Outcome, code: string | null = null): Partial<BatchItem> {
  return { state: 'done', outcome, code }
}

/** Cancels the addresses that have not been sent. */
export function cancelled(batch: Batch): Batch {
  const items = batch.items.map((item) => (item.state === 'waiting' ? { ...item, ...done('cancelled') } : item))
  return { ...batch, items, again: null }
}

/** Adds addresses to an unfinished batch; a finished one is replaced. */
export function withMore(before: Batch | null, more: Batch): Batch {
  return before === null || isFinished(before) ? more : { ...before, items: [...before.items, ...more.items] }
}

export function isFinished({ items }: Batch): boolean {
  return items.every(({ state }) => state === 'done')
}

export function countWaiting({ items }: Batch): number {
  return items.filter(({ state }) => state === 'waiting').length
}

export function itemsWith({ items }: Batch, outcome: Outcome): readonly BatchItem[] {
  return items.filter((item) => item.outcome === outcome)
}
