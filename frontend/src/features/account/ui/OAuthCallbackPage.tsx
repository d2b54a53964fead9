import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useAccount, useSession } from '../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../shared/api/account/sign-in-problem'
import { number } from '../../../shared/lib/browser/schema'
import { tabStorage } from '../../../shared/lib/browser/storage'
import { json, StoredValue } from '../../../shared/lib/browser/stored-value'
import type { SignInProblem } from '../../../shared/lib/error-codes'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { AlertIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { signInMessages } from '../messages'
import { RedirectAfterSignIn } from './RedirectAfterSignIn'

/** Page /oauth/callback: completes the Google sign-in. A failed one leaves the session unchanged. */
export function OAuthCallbackPage() {
  const intl = useIntl()
  const account = useAccount()
  const session = useSession()
  const begun = useRef(false)
  const [problem, setProblem] = useState<SignInProblem | null>(null)

  useEffect(() => {
    // The authorization code can be exchanged only once.
    if (begun.current) return
    begun.current = true
    const finish = async () => {
      const outcome = await account.finishSignInWithGoogle()
      if (outcome.signedIn) return
      if (outcome.reason === 'GOOGLE_JUST_LINKED' && isFirstTry()) await account.signInWithGoogle()
      else setProblem(outcome.reason)
    }
    finish().catch((thrown: unknown) => setProblem(signInProblemOf(thrown)))
  }, [account])

  if (session.phase === 'member') return <RedirectAfterSignIn />
  if (problem === null) {
    return (
      <p role="status" className="py-24 text-center text-lg text-muted">
        <FormattedMessage id="auth.callback.wait" defaultMessage="Signing you in…" />
      </p>
    )
  }
  return (
    <div role="alert">
      <Notice
        level={1}
        icon={<AlertIcon className="size-8" />}
        title={<FormattedMessage id="auth.callback.failed" defaultMessage="Sign-in failed" />}
        actions={
          <>
            <Link to={paths.login} className={buttonClass('primary')}>
              <FormattedMessage id="auth.callback.again" defaultMessage="Back to sign-in" />
            </Link>
            <Link to={paths.myRecipes} className={buttonClass('quiet')}>
              <FormattedMessage id="auth.callback.guest" defaultMessage="Continue without an account" />
            </Link>
          </>
        }
      >
        {intl.formatMessage(signInMessages[problem])}
      </Notice>
    </div>
  )
}

/** Number of automatic retries in this tab. */
const triedAgain = new StoredValue('zest.google.again', json(number), 0, tabStorage())

/** Whether this is the first try. Cognito rejects the sign-in that links an account, but accepts the next. */
function isFirstTry(): boolean {
  if (triedAgain.read() === 0) return triedAgain.write(1)
  triedAgain.clear()
  return false
}
