import { AGENT_PROBLEMS, type AgentProblem } from '../../../shared/lib/error-codes'
import { Problem } from '../../../shared/lib/errors'

export type AgentFailure = Problem<AgentProblem>

/** The code with this name, or UNKNOWN. */
export function agentProblemNamed(name: string | null): AgentProblem {
  return AGENT_PROBLEMS.find((known) => known === name) ?? 'UNKNOWN'
}

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
      // Reasons specific to the assistant start with their code: "AGENT_BUSY: …".
      return new Problem(agentProblemNamed(/^AGENT_[A-Z_]+/.exec(thrown.detail ?? '')?.[0] ?? null))
    default:
      return new Problem(agentProblemNamed(thrown.code))
  }
}
