import { Suspense, useEffect, useState } from 'react'
import { ProposalApi } from '../features/agent/api/proposal-api'
import { RecipePage } from '../features/recipe/ui/RecipePage'
import { useApiClient } from '../shared/api/ApiClientProvider'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { isBlocked, mayAskAssistant } from '../shared/lib/errors'
import type { OwnRecipe, Recipe } from '../shared/lib/recipe/recipe'
import { useFetched } from '../shared/ui/useTask'
import { lazyPage } from './lazy-page'

const Bar = lazyPage('recipe', async () => (await import('../features/agent/ui/RecipeBar')).RecipeBar)
const FailureOffer = lazyPage(
  'assist',
  async () => (await import('../features/assisted-import/ui/FailureOffer')).FailureOffer,
)
const Panel = lazyPage('assistant', async () => (await import('../features/agent/ui/pages')).Panel)
const ProgramProposals = lazyPage(
  'assistant',
  async () => (await import('../features/agent/ui/pages')).ProgramProposals,
)

export function RecipeScreen() {
  return <RecipePage Assist={Assist} Offer={Offer} Proposals={Proposals} />
}

/** Actions for a failed import. Reserves their space while they load. */
function Offer({ recipe }: { recipe: Recipe }) {
  const agent = useAppConfig()?.agent ?? false
  const isWanted = isBlocked(recipe.errorCode) || (agent !== false && mayAskAssistant(recipe.errorCode))
  const isHere = useLoaded(FailureOffer, isWanted)
  if (!isWanted) return null
  if (!isHere) return <div className="min-h-36 md:min-h-45" />
  return (
    <Suspense>
      <FailureOffer recipe={recipe} />
    </Suspense>
  )
}

/** Loads after the recipe, and only online. */
function Assist({ recipe }: { recipe: OwnRecipe }) {
  const isHere = useLoaded(Bar, useAppConfig() !== null)
  if (!isHere) return null
  return (
    <Suspense>
      <Bar recipe={recipe} Panel={Panel} />
    </Suspense>
  )
}

/** Changes that the member's programs propose. Most recipes have none, so only the list is requested. */
function Proposals({ recipe: { id } }: { recipe: OwnRecipe }) {
  const server = useApiClient()
  const isMember = useSession().phase === 'member'
  const { result } = useFetched(isMember && navigator.onLine ? id : null, () => new ProposalApi(server).of(id))
  const proposals = result ?? []
  const isHere = useLoaded(ProgramProposals, proposals.length > 0)
  if (!isHere) return null
  return (
    <Suspense>
      <ProgramProposals proposals={proposals} />
    </Suspense>
  )
}

/** Loads a chunk once `isWanted` is true; returns whether it is loaded. */
function useLoaded({ load }: { readonly load: () => Promise<void> }, isWanted: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // Offline, the import would fail.
    if (!isWanted || !navigator.onLine) return
    load().then(
      () => setIsHere(true),
      () => undefined,
    )
  }, [load, isWanted])
  return isHere
}
