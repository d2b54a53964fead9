/** Sign-in through Google: away to the hosted page, and back with a code. */
import { signInWithRedirect } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import type { GoogleOutcome } from './account'
import { hostedPage } from './amplify-configure'
import type { AppConfig } from './config'
import { googleProblemOf, SignInFailure, signInProblemOf } from './sign-in-problem'

/** What the library writes for the way back, as the ends of its keys. */
const WAY_BACK = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']
const KEPT = 'zest.oauth.'
/** How long the exchange of the code for tokens may take. */
const PATIENCE_MS = 20_000

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

/** Takes the answer in this page's address. */
export async function returnFromGoogle(): Promise<GoogleOutcome> {
  if (!takeWayBack()) return { signedIn: false, reason: 'GOOGLE_FAILED' }
  const outcome = new Promise<GoogleOutcome>((resolve) => {
    const timer = setTimeout(() => resolve({ signedIn: false, reason: 'OFFLINE' }), PATIENCE_MS)
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
  if (!result.signedIn) forgetWayBack()
  return result
}

/**
 * The library parks every call for tokens in every tab for five minutes while a redirect is under way, also when it
 * was given up with the back button. So the way back is kept where only this tab looks, and only on the way.
 */
function keepWayBackInThisTab(): void {
  for (const key of wayBackKeys(localStorage)) {
    sessionStorage.setItem(KEPT + key, localStorage.getItem(key) ?? '')
    localStorage.removeItem(key)
  }
}

/** Puts the way back where the library looks; false when there is none. */
function takeWayBack(): boolean {
  const kept = wayBackKeys(sessionStorage).filter((key) => key.startsWith(KEPT))
  for (const key of kept) {
    localStorage.setItem(key.slice(KEPT.length), sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
  }
  return kept.length > 0
}

function forgetWayBack(): void {
  for (const key of wayBackKeys(localStorage)) localStorage.removeItem(key)
}

function wayBackKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => WAY_BACK.some((end) => key.endsWith(end)))
}
