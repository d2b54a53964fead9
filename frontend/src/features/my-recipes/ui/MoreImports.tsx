import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { rememberDestination } from '../../../shared/lib/routing/destination'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'

/** Where an import was refused because nothing is left for it: the way to more. What was chosen is kept meanwhile. */
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

/** What a guest who has used up a day's uploads can do at once. */
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
