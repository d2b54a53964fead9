import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { describeCallProblem } from '../../../shared/i18n/call-problem-messages'
import { mayAskAssistant, type Problem } from '../../../shared/lib/errors'
import { autoRetrySetting } from '../../../shared/lib/importing/auto-retry'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { AssistantIcon } from '../../../shared/ui/mark-icons'
import { useTask } from '../../../shared/ui/useTask'
import { retryWithAssistant } from '../api/assistant-retry'
import { useAutoRetrySetting } from './AutoRetry'
import { ReadingCost } from './ReadingCost'

export type FailedRecipe = Pick<RecipeCard, 'id' | 'errorCode' | 'url'>

/** Offer to let the assistant read a failed import, with its cost and an option to do so always. */
export function AssistOffer({ recipe: { id, errorCode } }: { recipe: FailedRecipe }) {
  const store = useRecipeStore()
  const server = useApiClient()
  const config = useAppConfig()
  const isAlways = useAutoRetrySetting()
  const [wantsAlways, setWantsAlways] = useState(false)
  const { busy, problem, run } = useTask(() => retryWithAssistant(store, server, id))
  if (config === null || config.agent === false || !mayAskAssistant(errorCode)) return null
  const ask = () => {
    if (wantsAlways) autoRetrySetting.write(true)
    void run()
  }
  return (
    <div data-assist-offer className="flex min-h-36 flex-col items-start gap-2 text-sm md:min-h-45">
      <Button variant="quiet" disabled={busy} onClick={ask}>
        <AssistantIcon className="size-5" />
        <FormattedMessage id="assist.offer" defaultMessage="Try with the assistant" />
      </Button>
      <ReadingCost />
      {!isAlways && (
        <label className="-my-1 flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={wantsAlways}
            onChange={(event) => setWantsAlways(event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <FormattedMessage id="assist.always" defaultMessage="Always do this on this device" />
        </label>
      )}
      {problem !== null && <Refusal problem={problem} />}
    </div>
  )
}

/** Why the assistant was not asked; links to credits or an account if a limit was reached. */
function Refusal({ problem }: { problem: Problem }) {
  const intl = useIntl()
  const isGuest = useSession().phase === 'guest'
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <p className="font-medium text-danger">
        {problem.code === 'NO_CREDITS' ? (
          <FormattedMessage
            id="assist.noCredits"
            defaultMessage="You have no credits left, and the assistant costs one. Get credits and try again."
          />
        ) : (
          describeCallProblem(intl, 'retry', problem)
        )}
      </p>
      {problem.code === 'NO_CREDITS' && (
        <Link to={paths.credits} className={buttonClass('quiet')}>
          <FormattedMessage id="card.getCredits" defaultMessage="Get credits" />
        </Link>
      )}
      {problem.code === 'LIMIT_REACHED' && isGuest && (
        <Link to={paths.signup} className={buttonClass('quiet')}>
          <FormattedMessage id="card.signUpForCredits" defaultMessage="Sign up: 10 free credits" />
        </Link>
      )}
    </div>
  )
}
