import { AGENT_PROBLEMS, type AgentProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'

/** What calls about the assistant reject with. */
export type AgentFailure = Problem<AgentProblem>

/** The code of that name; UNKNOWN for one that this build does not know. */
export function agentProblemNamed(name: string | null): AgentProblem {
  return AGENT_PROBLEMS.find((known) => known === name) ?? 'UNKNOWN'
}

/** Whatever was thrown, as a failure of the assistant. */
export function agentFailureOf(thrown: unknown): AgentFailure {
  if (!(thrown instanceof Problem)) return new Problem('UNKNOWN')
  switch (thrown.code) {
    case 'LIMIT_REACHED':
      return new Problem('LIMIT_REACHED', thrown.detail)
    case 'AUTHENTICATION_REQUIRED':
      return new Problem('UNAUTHORIZED')
    case 'RECIPE_NOT_FOUND':
      return new Problem('AGENT_NOT_FOUND')
    case 'UNKNOWN':
      // A reason that only the assistant has begins with its name: "AGENT_BUSY: …".
      return new Problem(agentProblemNamed(/^AGENT_[A-Z_]+/.exec(thrown.detail ?? '')?.[0] ?? null))
    default:
      return new Problem(agentProblemNamed(thrown.code))
  }
}
