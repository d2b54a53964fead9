/** First half of the Google sign-in: redirects to the hosted page. */

import { signInWithRedirect } from 'aws-amplify/auth'
import { Problem } from '../../lib/errors'
import { signInProblemOf } from '../account/sign-in-problem'
import type { AppConfig } from '../config'
import { hostedPage } from './configure'
import { forgetOAuthState, moveOAuthStateToThisTab, restoreOAuthState } from './oauth-state'

export async function leaveForGoogle(config: AppConfig): Promise<void> {
  try {
    await signInWithRedirect({
      provider: 'Google',
      options: {
        authSessionOpener: async (address: string) => {
          // The library writes its OAuth state without awaiting; it is complete after one turn of the event loop.
          await new Promise((resolve) => setTimeout(resolve))
          moveOAuthStateToThisTab()
          const { pathname, search } = new URL(address)
          location.assign(hostedPage(config, pathname + search))
        },
      },
    })
  } catch (thrown) {
    restoreOAuthState()
    forgetOAuthState()
    throw new Problem(signInProblemOf(thrown))
  }
}
