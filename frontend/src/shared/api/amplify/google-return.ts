/**
 * Second half of the Google sign-in: the callback with a code. Must not import `google.ts`: it loads the library's
 * OAuth listener, which checks for a pending redirect only when it loads.
 */

import { Hub } from 'aws-amplify/utils'
import type { GoogleOutcome } from '../account/account'
import { googleProblemOf } from '../account/sign-in-problem'
import { forgetOAuthState, restoreOAuthState } from './oauth-state'

/** Timeout for exchanging the code for tokens. */
const TIMEOUT_MS = 20_000

/** Completes the sign-in with the code in the page's address. */
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
  // The module has only a side effect; bundlers drop it unless it is imported by path.
  await import('aws-amplify/auth/enable-oauth-listener')
  const result = await outcome
  if (!result.signedIn) forgetOAuthState()
  return result
}
