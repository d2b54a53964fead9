import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAccount, useClaimNews, useSession } from '../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { useToasts } from '../../../shared/ui/Toasts'

/** Long enough after the list is there that nothing a person waits for waits for this. */
const PREPARE_AFTER_MS = 1_500

/** Stands on every page and shows nothing by itself: it sees to it that a guest's recipes can come along, and tells when they have. */
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
            defaultMessage="Your recipes from before you signed in are not here yet. Zest keeps trying by itself."
          />
        ) : (
          <FormattedMessage
            id="claim.done"
            defaultMessage="{count, plural, one {# recipe} other {# recipes}} from your time as a guest came along."
            values={{ count: news.count }}
          />
        ),
    })
    account.dismissClaimNews()
  }, [news, toasts, account])
  return null
}

/** As soon as a guest has something to lose, the proof that it is theirs is fetched: after a sign-in it is too late. */
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
