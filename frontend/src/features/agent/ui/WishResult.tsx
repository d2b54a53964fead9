import Fraction from 'fraction.js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon, RetryIcon } from '../../../shared/ui/icons'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { Stepper } from '../../../shared/ui/Stepper'
import { useTask } from '../../../shared/ui/useTask'
import { AgentApi } from '../api/agent-api'
import { describeAgentProblem } from '../messages'
import { type AgentFailure, agentFailureOf } from '../model/agent-problem'
import type { Wish } from '../model/wishes'
import { PatchView } from './PatchView'
import { useLanguage } from './useLanguage'
import { useWishNames } from './useWishNames'

interface WishResultProps {
  recipe: OwnRecipe
  wish: Wish
  onChat: () => void
}

/** Result of a wish: calculated immediately, applied by the user only. */
export function WishResult({ recipe, wish, onChat }: WishResultProps) {
  const intl = useIntl()
  const language = useLanguage()
  const config = useAppConfig()
  const nameOf = useWishNames()
  const server = useApiClient()
  const api = useMemo(() => new AgentApi(server), [server])
  const [servings, setServings] = useState(() => Number(/\d+/.exec(wish.words)?.[0] ?? 0))
  const words = wish.kind === 'servings' ? `for ${servings}` : wish.words
  const [isStopped, setIsStopped] = useState(false)
  const { busy, result, problem, run, cancel } = useTask(
    (_, asked: string) => api.propose(recipe.id, asked, language),
    agentFailureOf,
  )
  useEffect(() => {
    void run(words)
  }, [run, words])
  const place = useRef<HTMLDivElement>(null)
  const stop = () => {
    cancel()
    setIsStopped(true)
    // The pressed button was removed, so focus moves.
    place.current?.focus()
  }
  const again = () => {
    setIsStopped(false)
    void run(words)
  }

  return (
    <div
      ref={place}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4"
      data-wish={wish.kind}
      tabIndex={-1}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="rounded-full bg-accent-soft px-3 py-1 font-semibold text-on-accent-soft">
          {nameOf(wish.kind === 'servings' ? { ...wish, words } : wish)}
        </p>
        {wish.kind === 'servings' && (
          <Stepper
            servings={new Fraction(servings)}
            onChange={(wanted) => setServings(Math.max(1, Math.round(wanted.valueOf())))}
          />
        )}
      </div>
      {busy && (
        <div role="status" className="flex flex-col gap-3">
          <span className="text-sm text-muted">
            {wish.needsModel ? (
              <FormattedMessage id="agent.wish.asking" defaultMessage="Working on it. This can take 30 seconds." />
            ) : (
              <FormattedMessage id="agent.wish.calculating" defaultMessage="Calculating…" />
            )}
          </span>
          <Skeleton className="h-48 w-full" />
        </div>
      )}
      {busy && wish.needsModel && (
        <Button variant="quiet" onClick={stop} className="self-start">
          <FormattedMessage id="agent.wish.cancel" defaultMessage="Cancel" />
        </Button>
      )}
      {isStopped && (
        <div className="flex flex-col items-start gap-3">
          <p role="status">
            <FormattedMessage id="agent.wish.cancelled" defaultMessage="Cancelled. Nothing changed." />
          </p>
          <TryAgain onPress={again} />
        </div>
      )}
      {problem !== null && (
        <div role="alert" data-problem={problem.code} className="flex flex-col gap-3 rounded-xl bg-danger-soft p-4">
          <p className="flex gap-2">
            <AlertIcon className="mt-0.5 size-5 text-danger" />
            {describeAgentProblem(intl, 'wish', problem)}
          </p>
          {!isFinal(problem) && <TryAgain onPress={again} />}
        </div>
      )}
      {!busy && !isStopped && problem === null && result !== null && (
        <>
          {!result.isReckoned && config?.agent === 'standIn' && (
            <p className="text-sm font-medium text-muted">
              <FormattedMessage id="agent.standIn" defaultMessage="Local stand-in, not a language model" />
            </p>
          )}
          {result.words !== null && (
            <p dir="auto" className="whitespace-pre-line">
              {result.words}
            </p>
          )}
          {result.patch === null ? (
            <p role="status">
              <FormattedMessage id="patch.nothing" defaultMessage="No changes needed." />
            </p>
          ) : (
            <PatchView key={words} patch={result.patch} />
          )}
        </>
      )}
      {config !== null && config.agent !== false && !busy && (
        <button
          type="button"
          onClick={onChat}
          className="min-h-11 self-start rounded-lg font-medium text-accent underline-offset-4 hover:underline"
        >
          <FormattedMessage id="agent.wish.chat" defaultMessage="Ask for something else" />
        </button>
      )}
    </div>
  )
}

function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="quiet" onClick={onPress} className="self-start bg-surface">
      <RetryIcon className="size-4" />
      <FormattedMessage id="action.retry" defaultMessage="Try again" />
    </Button>
  )
}

/** Whether an immediate retry would fail as well. */
function isFinal({ code }: AgentFailure): boolean {
  return code === 'AGENT_OFF' || code === 'LIMIT_REACHED' || code === 'AGENT_DAY_USED_UP'
}
