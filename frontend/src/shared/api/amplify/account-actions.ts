/** What people do to their accounts. Loaded when they do it: none of it is needed to show a list. */

import { fetchAuthSession, signOut, updatePassword, updateUserAttributes } from 'aws-amplify/auth'
import { Problem } from '../../lib/errors'
import { forgetLibraryData } from '../../lib/recipe/personal-data'
import { signInProblemOf } from '../account/sign-in-problem'
import type { AppConfig } from '../config'
import { configure, hostedPage } from './configure'

/** Ends every session of this person, here and on other devices, and leaves the page, so that nothing stays in memory. */
export async function signOutEverywhere(config: AppConfig, leaveTo: string): Promise<void> {
  const hosted = cameThroughHostedPage()
  // Where it knows the hosted page, the library leaves for it over https, which the local stage does not speak.
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
    // The name travels in the id token, so a new one is due.
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

/** The hosted page remembers who signed in through it, so it has to forget as well. */
function hostedSignOut(config: AppConfig, leaveTo: string): string {
  const query = new URLSearchParams({ client_id: config.userPoolClientId, logout_uri: location.origin + leaveTo })
  return hostedPage(config, `/logout?${query}`)
}

function cameThroughHostedPage(): boolean {
  return Object.keys(localStorage).some(
    (key) => key.endsWith('.oauthSignIn') && localStorage.getItem(key)?.startsWith('true') === true,
  )
}
