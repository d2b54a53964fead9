/** Who is signed in, by the tokens that the client library keeps. Small: it travels with the backend. */

import { Hub } from 'aws-amplify/utils'
import { deviceStorage, keysOf } from '../../lib/browser/storage'
import type { Account, SessionEvent, User } from '../account/account'
import type { AppConfig } from '../config'
import { problemOf } from '../server-errors'
import { sharedSession } from './shared-session'

const EVENTS: Readonly<Record<string, SessionEvent>> = {
  signedIn: 'signed-in',
  signedOut: 'signed-out',
  tokenRefresh: 'refreshed',
  tokenRefresh_failure: 'refresh-failed',
}

export function amplifyAccount(config: AppConfig): Account {
  return {
    async user() {
      // A look asks for credentials as well. Where another tab has signed somebody out, those would be asked for in
      // the name of that person's identity, which this page still holds; and a guest is a guest without them.
      if (!keepsTokens()) return null
      try {
        const { tokens } = await sharedSession()
        return tokens?.idToken === undefined ? null : userOf(tokens.idToken.payload)
      } catch (thrown) {
        // The tokens could not be renewed, and were dropped on the way.
        if (!keepsTokens()) return null
        throw problemOf(thrown)
      }
    },

    listen(onEvent) {
      const stopHub = Hub.listen('auth', ({ payload }) => {
        const event = EVENTS[payload.event]
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

function keepsTokens(): boolean {
  return keysOf(deviceStorage()).some(isLastUser)
}

/** The library's key for whose tokens it keeps. */
function isLastUser(key: string): boolean {
  return key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('.LastAuthUser')
}

/** The person that an id token speaks of; null when it is not whole. */
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
    // The pool names those whom another provider vouches for after that provider.
    hasPassword: typeof userName !== 'string' || !/^google_/i.test(userName),
  }
}
