import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useRecord } from '../../../shared/api/useRecord'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { Button } from '../../../shared/ui/Button'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { useTask } from '../../../shared/ui/useTask'
import { AgentApi } from '../api/agent-api'
import { ProposalApi } from '../api/proposal-api'
import { describeAgentProblem } from '../messages'
import { agentFailureOf } from '../model/agent-problem'
import type { ProgramProposal } from '../model/program-proposal'
import { PatchView } from './PatchView'
import { useLanguage } from './useLanguage'

/** Changes that programs propose for a recipe. Each is calculated on request, and accepted or discarded. */
export function ProgramProposals({ proposals }: { proposals: readonly ProgramProposal[] }) {
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      {proposals
        .filter(({ id }) => !discarded.has(id))
        .map((proposal) => (
          <Proposal
            key={proposal.id}
            proposal={proposal}
            onDiscarded={() => setDiscarded((all) => new Set(all).add(proposal.id))}
          />
        ))}
    </>
  )
}

function Proposal({ proposal, onDiscarded }: { proposal: ProgramProposal; onDiscarded: () => void }) {
  const intl = useIntl()
  const language = useLanguage()
  const server = useApiClient()
  const record = useRecord()
  const { id, recipeId, program, wish } = proposal
  const [agent, proposals] = useMemo(() => [new AgentApi(server), new ProposalApi(server)], [server])
  const [isAccepted, setIsAccepted] = useState(false)
  const showing = useTask(() => agent.propose(recipeId, wish, language), agentFailureOf)
  const discarding = useTask(() => proposals.discard(id))
  const patch = showing.result?.patch ?? null
  const discard = async () => {
    if (!(await discarding.run())) return
    record({ name: 'proposal_discarded', recipe_id: recipeId })
    onDiscarded()
  }
  // An accepted proposal that stays on the server has nothing left to change, and expires.
  const accept = () => {
    setIsAccepted(true)
    record({ name: 'proposal_accepted', recipe_id: recipeId })
    void discarding.run()
  }

  return (
    <section
      data-proposal
      aria-label={program}
      className="my-3 flex flex-col gap-3 rounded-2xl bg-sunken px-4 py-3 print:hidden"
    >
      <p className="wrap-anywhere">
        <FormattedMessage
          id="proposal.text"
          defaultMessage="“{program}” suggests a change: {wish}"
          values={{ program, wish: <strong>{wish}</strong> }}
        />
      </p>
      {showing.busy && <Skeleton className="h-40 w-full" />}
      {showing.result !== null && patch === null && (
        <p role="status">
          <FormattedMessage id="patch.nothing" defaultMessage="No changes needed." />
        </p>
      )}
      {patch !== null && (
        <PatchView patch={patch} onDecided={(accepted) => (accepted === null ? undefined : accept())} />
      )}
      {showing.problem !== null && <p role="alert">{describeAgentProblem(intl, 'wish', showing.problem)}</p>}
      {discarding.problem !== null && !isAccepted && (
        <p role="alert">{describeProblem(intl, 'save', discarding.problem)}</p>
      )}
      {!isAccepted && (
        <div className="flex flex-wrap gap-2">
          {showing.result === null && (
            <Button variant="quiet" disabled={showing.busy} onClick={() => void showing.run()}>
              <FormattedMessage id="proposal.show" defaultMessage="Show changes" />
            </Button>
          )}
          <Button variant="bare" disabled={discarding.busy} onClick={() => void discard()}>
            <FormattedMessage id="proposal.discard" defaultMessage="Discard suggestion" />
          </Button>
        </div>
      )}
    </section>
  )
}
