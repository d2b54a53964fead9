import { Problem } from '../../../shared/lib/errors'

/** Why the assistant did not do what was asked, as far as people can do something about it. */
export const AGENT_PROBLEMS = [
  // What was sent (lambdas/agent/src/validation.rs).
  'AGENT_EMPTY',
  'AGENT_TOO_MANY',
  'AGENT_TEXT_TOO_LONG',
  'AGENT_TOO_LARGE',
  'AGENT_BAD_ATTACHMENT',
  'AGENT_BAD_TOOLS',
  // How an answer has ended (lambdas/agent/src/outcome.rs).
  'AGENT_THROTTLED',
  'AGENT_REFUSED',
  'AGENT_BROKEN',
  'AGENT_INVALID',
  'AGENT_TOO_SLOW',
  'AGENT_ENDLESS',
  'AGENT_NONSENSE',
  'AGENT_TOO_LONG',
  'AGENT_TURNS_USED_UP',
  'AGENT_DAY_USED_UP',
  'AGENT_DIED',
  'AGENT_LIBRARY',
  'AGENT_OFF',
  'AGENT_BUSY',
  'AGENT_TOO_MANY_CONVERSATIONS',
  // A wish.
  'AGENT_NO_SERVINGS',
  'NO_RECIPE',
  // Calls.
  'AGENT_NOT_FOUND',
  'AGENT_BAD_INPUT',
  'NO_CREDITS',
  'LIMIT_REACHED',
  'CONFLICT',
  'UNAUTHORIZED',
  'BUSY',
  'OFFLINE',
  'UNKNOWN',
] as const

export type AgentProblem = (typeof AGENT_PROBLEMS)[number]

/** What calls about the assistant reject with. */
export class AgentFailure extends Error {
  readonly problem: AgentProblem
  /** When there is more of what a limit has refused, in ISO 8601; null for all other reasons. */
  readonly again: string | null

  constructor(problem: AgentProblem, again: string | null = null) {
    super(problem)
    this.name = 'AgentFailure'
    this.problem = problem
    this.again = again
  }
}

/** The problem of that name; UNKNOWN for one that this build does not know. */
export function agentProblemNamed(name: string | null): AgentProblem {
  return AGENT_PROBLEMS.find((known) => known === name) ?? 'UNKNOWN'
}

/** Whatever was thrown, as a failure of the assistant. */
export function agentFailureOf(thrown: unknown): AgentFailure {
  if (thrown instanceof AgentFailure) return thrown
  if (!(thrown instanceof Problem)) return new AgentFailure('UNKNOWN')
  switch (thrown.code) {
    case 'LIMIT_REACHED':
      return new AgentFailure('LIMIT_REACHED', thrown.detail)
    case 'AUTHENTICATION_REQUIRED':
      return new AgentFailure('UNAUTHORIZED')
    case 'RECIPE_NOT_FOUND':
      return new AgentFailure('AGENT_NOT_FOUND')
    case 'UNKNOWN':
      // A reason that only the assistant has begins with its name: "AGENT_BUSY: …".
      return new AgentFailure(agentProblemNamed(/^AGENT_[A-Z_]+/.exec(thrown.detail ?? '')?.[0] ?? null))
    default:
      return new AgentFailure(agentProblemNamed(thrown.code))
  }
}
