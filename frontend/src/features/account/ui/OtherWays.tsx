import { FormattedMessage, useIntl } from 'react-intl'
import { useAccount } from '../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../shared/api/account/sign-in-problem'
import { useAppConfig } from '../../../shared/api/app-config'
import { Button } from '../../../shared/ui/Button'
import { useTask } from '../../../shared/ui/useTask'
import { signInMessages } from '../messages'

/** Google sign-in button, if the stage has Google configured. */
export function OtherWays() {
  const intl = useIntl()
  const config = useAppConfig()
  const account = useAccount()
  const { phase, problem, run } = useTask(() => account.signInWithGoogle(), signInProblemOf)
  if (config?.google !== true) return null
  // When the task is done the browser is already navigating away.
  const leaving = phase === 'running' || phase === 'done'

  return (
    <div className="flex flex-col gap-4 pt-3">
      <Button variant="quiet" onClick={() => void run()} aria-disabled={leaving} className="min-h-12 w-full bg-surface">
        <GoogleMark />
        <FormattedMessage id="auth.google" defaultMessage="Continue with Google" />
      </Button>
      <div role="alert">
        {problem !== null && (
          <p className="text-sm font-medium text-danger">{intl.formatMessage(signInMessages[problem])}</p>
        )}
      </div>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <FormattedMessage id="auth.or" defaultMessage="or use your email" />
      </p>
    </div>
  )
}

/** Google's "G" in one colour. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="none" stroke="currentColor" strokeWidth="2.4">
      <path d="M20.2 12.2H12.3M20.2 12.2a8.2 8.2 0 1 1-2.6-6" strokeLinecap="round" />
    </svg>
  )
}
