import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAccount, useClaimNews, useSession } from '../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { useToasts } from '../../../shared/ui/Toasts'

/** Delay after the list has loaded, so that the request does not compete with it. */
const PREPARE_AFTER_MS = 1_500

/**
 * Rendered on every page, without content: prepares the claim of a guest's recipes, and shows a toast after their
 * transfer.
 */
export function AccountNews() {
  useClaimAhead()
  const account = useAccount()
  const toasts = useToasts()
  const news = useClaimNews()
  useEffect(() => {
    if (news === null) return
    toasts.show({
      id: 'account.claim',
      kind: news.kind === 'failed' ? 'error' : 'info',
      content:
        news.kind === 'failed' ? (
          <FormattedMessage
            id="claim.failed"
            defaultMessage="Your guest recipes haven’t moved to your account yet. We’ll keep trying."
          />
        ) : (
          <FormattedMessage
            id="claim.done"
            defaultMessage="{count, plural, one {Your guest recipe is} other {Your # guest recipes are}} now in your account."
            values={{ count: news.count }}
          />
        ),
    })
    account.dismissClaimNews()
  }, [news, toasts, account])
  return null
}

/** Fetches the claim token while the user is a guest: it cannot be issued after sign-in. */
function useClaimAhead(): void {
  const account = useAccount()
  const session = useSession()
  const { recipes } = useRecipes()
  const worthIt = session.phase === 'guest' && recipes.some(({ stored }) => stored)
  useEffect(() => {
    if (!worthIt) return
    const timer = setTimeout(() => void account.prepareClaim().catch(() => undefined), PREPARE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [worthIt, account])
}
