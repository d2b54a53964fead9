/**
 * Sign-in through Google: back with a code. What leaves for Google must not be imported here: it brings the library's
 * listener along, which looks for a way back once, as soon as it is there, and has to find it then.
 */

import { Hub } from 'aws-amplify/utils'
import type { GoogleOutcome } from '../account/account'
import { googleProblemOf } from '../account/sign-in-problem'
import { forgetOAuthState, restoreOAuthState } from './oauth-state'

/** How long the exchange of the code for tokens may take. */
const TIMEOUT_MS = 20_000

/** Takes the answer in this page's address. */
export async function returnFromGoogle(): Promise<GoogleOutcome> {
  if (!restoreOAuthState()) return { signedIn: false, reason: 'GOOGLE_FAILED' }
  const outcome = new Promise<GoogleOutcome>((resolve) => {
    const timer = setTimeout(() => resolve({ signedIn: false, reason: 'OFFLINE' }), TIMEOUT_MS)
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'signInWithRedirect') resolve({ signedIn: true })
      else if (payload.event === 'signInWithRedirect_failure') {
        resolve({ signedIn: false, reason: googleProblemOf(payload.data?.error) })
      } else return
      clearTimeout(timer)
      stop()
    })
  })
  // It acts as soon as it is there, and bundlers drop it where it is not imported by name.
  await import('aws-amplify/auth/enable-oauth-listener')
  const result = await outcome
  if (!result.signedIn) forgetOAuthState()
  return result
}
