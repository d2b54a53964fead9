import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { SignInLink } from './SignInLink'

/** Offer of an account, shown below a guest's list. */
export function GuestOffer() {
  const session = useSession()
  const { recipes } = useRecipes()
  if (session.phase !== 'guest' || !recipes.some(({ stored }) => stored)) return null
  return (
    <aside className="mb-16 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border border-line px-5 py-4 print:hidden">
      <p className="text-muted">
        <FormattedMessage
          id="account.offer"
          defaultMessage="You are cooking as a guest: these recipes live in this browser only."
        />
      </p>
      <SignInLink to={paths.signup} className={buttonClass('quiet')}>
        <FormattedMessage id="account.offer.signUp" defaultMessage="Sign up to keep them" />
      </SignInLink>
    </aside>
  )
}
