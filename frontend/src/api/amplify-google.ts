/** Sign-in through Google: away to the hosted page. */
import { signInWithRedirect } from 'aws-amplify/auth'
import { hostedPage } from './amplify-configure'
import type { AppConfig } from './config'
import { forgetWayBack, keepWayBackInThisTab, takeWayBack } from './oauth-way-back'
import { SignInFailure, signInProblemOf } from './sign-in-problem'

export async function leaveForGoogle(config: AppConfig): Promise<void> {
  try {
    await signInWithRedirect({
      provider: 'Google',
      options: {
        authSessionOpener: async (address: string) => {
          // The library writes its way back without waiting; after a turn of the event loop all of it is there.
          await new Promise((resolve) => setTimeout(resolve))
          keepWayBackInThisTab()
          const { pathname, search } = new URL(address)
          location.assign(hostedPage(config, pathname + search))
        },
      },
    })
  } catch (thrown) {
    takeWayBack()
    forgetWayBack()
    throw new SignInFailure(signInProblemOf(thrown))
  }
}
