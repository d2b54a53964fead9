/** The signed-in user, from the client library's tokens. Part of the backend's chunk, so keep it small. */

import { Hub } from 'aws-amplify/utils'
import type { Account, SessionEvent, User } from '../account/account'
import type { AppConfig } from '../config'
import { problemOf } from '../server-errors'
import { isLastUser, keepsTokens } from './guest-identity'
import { sharedSession } from './shared-session'

const EVENTS: ReadonlyMap<string, SessionEvent> = new Map([
  ['signedIn', 'signed-in'],
  ['signedOut', 'signed-out'],
  ['tokenRefresh', 'refreshed'],
  ['tokenRefresh_failure', 'refresh-failed'],
])

export function amplifyAccount(config: AppConfig): Account {
  return {
    async user() {
      // `fetchAuthSession` also requests identity credentials: after a sign-out in another tab, those of the former
      // user. So a guest is detected without a request.
      if (!keepsTokens()) return null
      try {
        const { tokens } = await sharedSession()
        return tokens?.idToken === undefined ? null : userOf(tokens.idToken.payload)
      } catch (thrown) {
        // The refresh failed, and the library has removed the tokens.
        if (!keepsTokens()) return null
        throw problemOf(thrown)
      }
    },

    listen(onEvent) {
      const stopHub = Hub.listen('auth', ({ payload }) => {
        const event = EVENTS.get(payload.event)
        if (event !== undefined) onEvent(event)
      })
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || isLastUser(key)) onEvent('changed-in-other-tab')
      }
      addEventListener('storage', onStorage)
      return () => {
        stopHub()
        removeEventListener('storage', onStorage)
      }
    },

    async rename(name) {
      const acts = await import('./account-actions')
      await acts.rename(name)
    },

    async changePassword(old, next) {
      const acts = await import('./account-actions')
      await acts.changePassword(old, next)
    },

    async signInWithGoogle() {
      const { leaveForGoogle } = await import('./google')
      await leaveForGoogle(config)
    },

    async finishSignInWithGoogle() {
      const { returnFromGoogle } = await import('./google-return')
      return returnFromGoogle()
    },

    async signOut(leaveTo) {
      const { signOutEverywhere } = await import('./account-actions')
      await signOutEverywhere(config, leaveTo)
    },
  }
}

/** The user in an id token; null if `sub` or `email` is missing. */
export function userOf(claims: Readonly<Record<string, unknown>>): User | null {
  const { sub, email, name } = claims
  const groups = claims['cognito:groups']
  const userName = claims['cognito:username']
  if (typeof sub !== 'string' || typeof email !== 'string') return null
  return {
    sub,
    email,
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    admin: Array.isArray(groups) && groups.includes('Admin'),
    // The user pool prefixes names of federated users with the provider.
    hasPassword: typeof userName !== 'string' || !/^google_/i.test(userName),
  }
}
