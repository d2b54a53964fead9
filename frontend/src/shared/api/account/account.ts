import type { SignInProblem } from '../../lib/error-codes'

/** Who uses the app. A guest has an identity id, but no account. */
export type Session =
  | { readonly phase: 'starting' }
  | { readonly phase: 'guest' }
  | { readonly phase: 'member'; readonly user: User }

export interface User {
  /** The user id in the user pool; it never changes. */
  readonly sub: string
  readonly email: string
  readonly name: string | null
  /** Member of the group "Admin". Only controls what the UI shows; the server checks permissions itself. */
  readonly admin: boolean
  /** False for users who only sign in with Google. */
  readonly hasPassword: boolean
}

/** Session changes that this page did not start itself. */
export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  | 'refreshed'
  /** Token refresh failed; call `user` to learn whether the user is still signed in. */
  | 'refresh-failed'
  | 'changed-in-other-tab'

export type GoogleOutcome = { readonly signedIn: true } | { readonly signedIn: false; readonly reason: SignInProblem }

/** Account operations of the app, implemented by `amplify/account` and `amplify/account-actions`. */
export interface Account {
  /** The signed-in user, or null for a guest. Rejects with a `Problem` if this is not known. */
  user(): Promise<User | null>
  /** Subscribes to session events. Returns the unsubscribe function. */
  listen(onEvent: (event: SessionEvent) => void): () => void
  /** Changes the display name; an empty name removes it. Rejects with a `Problem<SignInProblem>`. */
  rename(name: string): Promise<void>
  /** Changes the password. Rejects with a `Problem<SignInProblem>`. */
  changePassword(old: string, next: string): Promise<void>
  /** Redirects to Google. Rejects with a `Problem<SignInProblem>`. */
  signInWithGoogle(): Promise<void>
  /** Completes the sign-in on the callback page. A failure has a reason only if there is a message for it. */
  finishSignInWithGoogle(): Promise<GoogleOutcome>
  /**
   * Signs out on all devices. Removes the local tokens even if the server cannot be reached.
   * @param leaveTo path to open afterwards, on this origin.
   */
  signOut(leaveTo: string): Promise<void>
}
