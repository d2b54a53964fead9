import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { Problem } from '../../../shared/lib/errors'
import { rememberDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AlertIcon, RetryIcon } from '../../../shared/ui/icons'
import type { Turn } from '../api/chat-store'
import { describeAgentProblem, toolMessages } from '../messages'
import { type AgentFailure, agentProblemNamed } from '../model/agent-problem'
import type { AnswerBlock } from '../model/answer'
import type { Decision } from '../model/decisions'
import { proposalOf } from '../model/proposals'
import { ProposalView } from './ProposalView'
import { QuestionView } from './QuestionView'

interface TurnViewProps {
  turn: Turn
  onRetry: () => void
  /** Called when the user decides on a proposal of the answer. */
  onDecided: (decision: Decision) => void
}

/** A question and its answer so far. */
export function TurnView({ turn, onRetry, onDecided }: TurnViewProps) {
  const { phase, question, blocks, failure, isStalled } = turn
  return (
    <li data-turn={phase} className="flex flex-col gap-3">
      <QuestionView blocks={question} isFaint={phase === 'sending' || phase === 'refused'} />
      {failure !== null && <FailureAlert failure={failure} onRetry={onRetry} />}
      {(blocks.length > 0 || phase === 'answering' || phase === 'over') && (
        <div data-answer={phase} aria-busy={phase === 'answering'} className="flex flex-col gap-3">
          <span className="sr-only">
            <FormattedMessage id="agent.assistant" defaultMessage="Assistant:" />
          </span>
          {blocks.map((block) => (
            <Block key={block.block} block={block} onDecided={onDecided} />
          ))}
          {phase === 'answering' && !isStalled && <Working turn={turn} />}
          {isStalled && (
            <div role="alert" className="flex flex-col gap-3 rounded-xl bg-danger-soft p-4 text-sm">
              <FormattedMessage
                id="agent.stalled"
                defaultMessage="No response for a minute. The answer may still arrive."
              />
              <Retry onRetry={onRetry} />
            </div>
          )}
          <End turn={turn} onRetry={onRetry} />
        </div>
      )}
    </li>
  )
}

function Block({ block, onDecided }: { block: AnswerBlock; onDecided: TurnViewProps['onDecided'] }) {
  if (block.kind === 'text') {
    return (
      <p data-block="text" dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {block.text.trim()}
      </p>
    )
  }
  const proposal = proposalOf(block.toolUse)
  if (proposal === null) {
    return (
      <p className="text-sm text-muted">
        <FormattedMessage id="agent.unknownProposal" defaultMessage="Reload the page to see this suggestion." />
      </p>
    )
  }
  return <ProposalView id={block.toolUse.toolUseId} proposal={proposal} onDecided={onDecided} />
}

/** What the assistant is doing now. */
function Working({ turn: { working, isStopping } }: { turn: Turn }) {
  const intl = useIntl()
  const message = working !== null && Object.hasOwn(toolMessages, working) ? toolMessages[working] : undefined
  return (
    <p data-working={working ?? ''} className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className="flex gap-1">
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            style={{ animationDelay: `${dot * 0.25}s` }}
            className="size-1.5 animate-breathe rounded-full bg-accent"
          />
        ))}
      </span>
      {isStopping ? (
        <FormattedMessage id="agent.stopping" defaultMessage="Stopping…" />
      ) : (
        intl.formatMessage(message ?? toolMessages.other)
      )}
    </p>
  )
}

/** How the answer ended, if not normally. */
function End({ turn: { phase, errors, stopReason, blocks }, onRetry }: { turn: Turn; onRetry: () => void }) {
  const [error] = errors
  if (error !== undefined) {
    return <FailureAlert failure={new Problem(agentProblemNamed(error.errorType))} onRetry={onRetry} />
  }
  if (phase !== 'over') return null
  if (stopReason === 'stopped') {
    return (
      <p data-stopped className="text-sm text-muted">
        <FormattedMessage id="agent.stopped" defaultMessage="You stopped this answer." />
      </p>
    )
  }
  if (stopReason === 'max_tokens') {
    return (
      <p className="text-sm text-muted">
        <FormattedMessage id="agent.cutOff" defaultMessage="The answer got too long and was cut. Ask for the rest." />
      </p>
    )
  }
  return blocks.length === 0 ? (
    <p className="text-sm text-muted">
      <FormattedMessage id="agent.noAnswer" defaultMessage="No answer." />
    </p>
  ) : null
}

/** Failure message with possible actions. */
function FailureAlert({ failure, onRetry }: { failure: AgentFailure; onRetry: () => void }) {
  const intl = useIntl()
  const session = useSession()
  const { pathname, search } = useLocation()
  const { code } = failure
  return (
    <div
      role="alert"
      data-problem={code}
      className="flex flex-col gap-3 rounded-xl bg-danger-soft p-4 text-[0.9375rem]"
    >
      <p className="flex gap-2">
        <AlertIcon className="mt-0.5 size-5 text-danger" />
        {describeAgentProblem(intl, 'ask', failure)}
      </p>
      <div className="flex flex-wrap gap-2">
        {code === 'NO_CREDITS' && (
          <Link to={paths.credits} className={buttonClass('primary')}>
            <FormattedMessage id="card.getCredits" defaultMessage="Get credits" />
          </Link>
        )}
        {code === 'LIMIT_REACHED' && session.phase === 'guest' && (
          <Link
            to={paths.login}
            onClick={() => rememberDestination(pathname + search)}
            className={buttonClass('primary')}
          >
            <FormattedMessage id="agent.signIn" defaultMessage="Sign in to continue" />
          </Link>
        )}
        {!FINAL.includes(code) && <Retry onRetry={onRetry} />}
      </div>
    </div>
  )
}

/** Codes for which a retry cannot help. */
const FINAL: readonly string[] = [
  'AGENT_TURNS_USED_UP',
  'AGENT_DAY_USED_UP',
  'AGENT_TOO_LARGE',
  'AGENT_TEXT_TOO_LONG',
  'AGENT_BAD_ATTACHMENT',
  'AGENT_OFF',
] satisfies readonly AgentFailure['code'][]

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="quiet" onClick={onRetry} className="self-start bg-surface">
      <RetryIcon className="size-4" />
      <FormattedMessage id="action.retry" defaultMessage="Try again" />
    </Button>
  )
}
