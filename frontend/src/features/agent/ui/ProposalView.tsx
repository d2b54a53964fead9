import Fraction from 'fraction.js'
import { useState, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import { localeOf } from '../../../shared/i18n/locale'
import { siteOf } from '../../../shared/lib/recipe/address'
import { paths } from '../../../shared/lib/routing/paths'
import type { ShoppingRequest } from '../../../shared/lib/shopping/shopping-request'
import { BasketIcon } from '../../../shared/ui/BasketIcon'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { CheckIcon, DownloadIcon } from '../../../shared/ui/icons'
import { type Decision, decisionOf } from '../model/decisions'
import type { Proposal } from '../model/proposals'
import { PatchView } from './PatchView'

interface ProposalViewProps {
  id: string
  proposal: Proposal
  onDecided: (decision: Decision) => void
}

/** A proposal of the assistant; carried out only on request. */
export function ProposalView({ id, proposal, onDecided }: ProposalViewProps) {
  switch (proposal.kind) {
    case 'edit':
      return (
        <PatchView
          patch={proposal.patch}
          onDecided={(accepted) => onDecided(decisionOf(id, proposal.patch, accepted))}
        />
      )
    case 'import':
      return <ImportOffer url={proposal.url} />
    case 'importText':
      return (
        <Link
          to={{ pathname: paths.myRecipes, search: new URLSearchParams({ text: proposal.text }).toString() }}
          className={`${buttonClass('quiet')} self-start`}
        >
          <DownloadIcon />
          <FormattedMessage id="agent.import.text" defaultMessage="Import this text as a recipe" />
        </Link>
      )
    case 'shopping':
      return <ShoppingOffer {...proposal} />
  }
}

/** Offer to import an address that the user sent. */
function ImportOffer({ url }: { url: string }) {
  const store = useRecipeStore()
  const [id, setId] = useState<string | null>(null)
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm wrap-anywhere text-muted">{url}</p>
      {id === null ? (
        <Button variant="quiet" onClick={() => setId(store.submit(url, localeOf(location.pathname)))}>
          <DownloadIcon />
          <FormattedMessage
            id="agent.import"
            defaultMessage="Import the recipe from {site}"
            values={{ site: siteOf(url) ?? url }}
          />
        </Button>
      ) : (
        <p role="status" className="flex flex-wrap items-center gap-2">
          <CheckIcon className="size-5 text-good" />
          <FormattedMessage id="agent.import.started" defaultMessage="Import started." />
          <Link to={paths.recipe(id)} className={buttonClass('quiet')}>
            <FormattedMessage id="agent.import.open" defaultMessage="Open the recipe" />
          </Link>
        </p>
      )}
    </div>
  )
}

/** Link to the shopping-list chooser with the requested servings. */
function ShoppingOffer({ recipeIds, servings }: { recipeIds: readonly string[]; servings: number | null }) {
  const intl = useIntl()
  const { cache } = useRecipeStore()
  const [only] = recipeIds.length === 1 ? recipeIds : []
  const recipe = useSyncExternalStore(cache.subscribe, () => (only === undefined ? null : cache.peek(only)))
  const isScaled = servings !== null && recipe?.servings != null && recipe.servings > 0
  const factor = isScaled ? new Fraction(servings, recipe.servings ?? 1).toFraction() : '1'
  const request: ShoppingRequest = { ids: recipeIds, factor }
  return (
    <Link to={paths.shoppingList} state={request} className={`${buttonClass('quiet')} self-start`}>
      <BasketIcon />
      {intl.formatMessage(
        {
          id: 'agent.shopping',
          defaultMessage: '{count, plural, one {Shopping list for this recipe} other {Shopping list for # recipes}}',
        },
        { count: recipeIds.length },
      )}
    </Link>
  )
}
