import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { rememberDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'

/** Shown when an import is refused for lack of credits or uploads, with links to get more. Chosen files are kept. */
export function MoreImports({ code, isUpload }: { code: string | null; isUpload: boolean }) {
  if (code === 'NO_CREDITS') {
    return (
      <Link to={paths.credits} className={buttonClass('quiet')}>
        <FormattedMessage id="card.getCredits" defaultMessage="Get credits" />
      </Link>
    )
  }
  return code === 'LIMIT_REACHED' && isUpload ? <SignUpOffer /> : null
}

/** Sign-up link for a guest who has reached the daily upload limit. */
function SignUpOffer() {
  const session = useSession()
  const config = useAppConfig()
  if (session.phase !== 'guest' || config?.credits !== true) return null
  return (
    <Link to={paths.signup} onClick={() => rememberDestination(paths.myRecipes)} className={buttonClass('quiet')}>
      <FormattedMessage id="card.signUpForCredits" defaultMessage="Sign up: 10 free credits" />
    </Link>
  )
}
