import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { useFetched } from '../../../shared/ui/useTask'
import { ProposalApi } from '../api/proposal-api'

/** Links to the recipes for which a member's programs propose changes. */
export function ProgramProposalsNotice() {
  const server = useApiClient()
  const { recipes } = useRecipes()
  const isMember = useSession().phase === 'member'
  const { result } = useFetched(isMember && navigator.onLine ? 'all' : null, () => new ProposalApi(server).all())
  const proposed = useMemo(() => {
    const ids = new Set(result?.map(({ recipeId }) => recipeId))
    return ids.size === 0 ? [] : recipes.filter(({ card }) => ids.has(card.id))
  }, [recipes, result])
  if (proposed.length === 0) return null
  return (
    <section data-proposals className="rounded-2xl bg-sunken px-4 py-3 print:hidden">
      <h2 className="font-sans text-base font-semibold">
        <FormattedMessage id="proposal.waiting" defaultMessage="Your apps suggest changes to:" />
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {proposed.map(({ card }) => (
          <li key={card.id} className="min-w-0">
            <Link
              to={paths.recipe(card.id)}
              className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
            >
              {card.title ?? <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
