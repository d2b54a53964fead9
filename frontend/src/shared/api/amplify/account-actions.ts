/** Account operations; loaded on first use. */

import { fetchAuthSession, signOut, updatePassword, updateUserAttributes } from 'aws-amplify/auth'
import { Problem } from '../../lib/errors'
import { forgetLibraryData } from '../../lib/recipe/personal-data'
import { signInProblemOf } from '../account/sign-in-problem'
import type { AppConfig } from '../config'
import { configure, hostedPage } from './configure'

/** Signs out on all devices and leaves the page, which clears the memory. */
export async function signOutEverywhere(config: AppConfig, leaveTo: string): Promise<void> {
  const hosted = cameThroughHostedPage()
  // If the library knows the hosted page, it redirects there over https, which the local stage lacks.
  const { oauthDomain, ...withoutHostedPage } = config
  configure(withoutHostedPage)
  try {
    await signOut({ global: true })
  } finally {
    forgetLibraryData(localStorage)
    location.assign(hosted && oauthDomain !== undefined ? hostedSignOut(config, leaveTo) : leaveTo)
  }
}

export async function rename(name: string): Promise<void> {
  try {
    await updateUserAttributes({ userAttributes: { name } })
    // The id token contains the name, so refresh it.
    await fetchAuthSession({ forceRefresh: true })
  } catch (thrown) {
    throw new Problem(signInProblemOf(thrown))
  }
}

export async function changePassword(old: string, next: string): Promise<void> {
  try {
    await updatePassword({ oldPassword: old, newPassword: next })
  } catch (thrown) {
    throw new Problem(signInProblemOf(thrown))
  }
}

/** The hosted page has its own session, which must end too. */
function hostedSignOut(config: AppConfig, leaveTo: string): string {
  const query = new URLSearchParams({ client_id: config.userPoolClientId, logout_uri: location.origin + leaveTo })
  return hostedPage(config, `/logout?${query}`)
}

function cameThroughHostedPage(): boolean {
  return Object.keys(localStorage).some(
    (key) => key.endsWith('.oauthSignIn') && localStorage.getItem(key)?.startsWith('true') === true,
  )
}
