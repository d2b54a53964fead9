import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { useRecipes } from '../../api/RecipesProvider'
import { useSession } from '../../api/SessionProvider'
import { paths } from '../../lib/paths'
import { buttonClass } from '../../ui/Button'

/** Below a guest's list: what an account is good for. */
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
      <Link to={paths.signup} className={buttonClass('quiet')}>
        <FormattedMessage id="account.offer.signUp" defaultMessage="Sign up to keep them" />
      </Link>
    </aside>
  )
}
