import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { SignInLink } from './SignInLink'

/** Offers a guest an account, below the list. */
export function GuestOffer() {
  const session = useSession()
  const { recipes } = useRecipes()
  if (session.phase !== 'guest' || !recipes.some(({ stored }) => stored)) return null
  return (
    <aside className="mb-16 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-line px-5 py-4 print:hidden">
      <p className="text-muted">
        <FormattedMessage
          id="account.offer"
          defaultMessage="You’re a guest. These recipes are saved only in this browser."
        />
      </p>
      <SignInLink to={paths.signup} className={buttonClass('quiet')}>
        <FormattedMessage id="account.offer.signUp" defaultMessage="Create an account to keep them" />
      </SignInLink>
    </aside>
  )
}
