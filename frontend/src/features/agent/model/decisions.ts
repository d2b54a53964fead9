/** The user's decisions on proposals, sent with the next question (lambdas/agent/src/decisions.rs). */
import { type Accepted, type Change, isChange, type Patch } from './patch'

export interface Decision {
  /** Id of the proposal; a later decision replaces an earlier one. */
  readonly proposal: string
  readonly accepted: readonly string[]
  readonly refused: readonly string[]
  /** Whether it was accepted and then undone. */
  readonly isTakenBack: boolean
}

/** Maximum number of decisions per question; the server allows 8,000 bytes of context. */
export const MAX_DECISIONS = 5
const MAX_LIST_BYTES = 600
const LONGEST_LINE = 150

/**
 * Decision on a proposal.
 * @param accepted null if it was undone
 */
export function decisionOf(proposal: string, patch: Patch, accepted: Accepted | null): Decision {
  const lines = said(patch.lines, ({ text }) => text)
  const steps = said(patch.steps, (step) => step)
  const of = (isWanted: boolean) => [
    ...lines.filter(({ at }) => (accepted?.lines.has(at) ?? false) === isWanted),
    ...steps.filter(({ at }) => (accepted?.steps.has(at) ?? false) === isWanted),
  ]
  return { proposal, accepted: within(of(true)), refused: within(of(false)), isTakenBack: accepted === null }
}

interface Said {
  readonly at: number
  readonly words: string
}

function said<After>(changes: readonly Change<After>[], say: (after: After) => string): Said[] {
  return changes.flatMap((change, at) => {
    if (!isChange(change)) return []
    const after = change.after === null ? null : say(change.after)
    return [{ at, words: [change.before ?? '', after ?? ''].join(' → ').slice(0, LONGEST_LINE) }]
  })
}

/** The first items that fit into the byte limit. */
function within(all: readonly Said[]): string[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const kept: string[] = []
  for (const { words } of all) {
    bytes += encoder.encode(words).length
    if (bytes > MAX_LIST_BYTES) break
    kept.push(words)
  }
  return kept
}
