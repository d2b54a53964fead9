import type { SignInProblem } from '../../lib/error-codes'

/** Who is there. A guest has an identity, too, but no name for it. */
export type Session =
  | { readonly phase: 'starting' }
  | { readonly phase: 'guest' }
  | { readonly phase: 'member'; readonly user: User }

export interface User {
  /** The pool's name for this person, for ever the same. */
  readonly sub: string
  readonly email: string
  readonly name: string | null
  /** Of the group "Admin". It only decides what is shown: the server decides for itself. */
  readonly admin: boolean
  /** Whether there is a password to change: not for somebody who comes through Google alone. */
  readonly hasPassword: boolean
}

/** What happens to a session besides what this page asks for. */
export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  /** Fresh tokens for the same person. */
  | 'refreshed'
  /** Tokens could not be refreshed; whether somebody is still signed in is for `user` to say. */
  | 'refresh-failed'
  /** Another tab signed somebody in or out. */
  | 'changed-in-other-tab'

export type GoogleOutcome = { readonly signedIn: true } | { readonly signedIn: false; readonly reason: SignInProblem }

/** What the app needs to know and do about people; `amplify/account` and `amplify/account-actions` are behind it. */
export interface Account {
  /** Who is signed in, null for a guest. Rejects with a `Problem` while that cannot be told. */
  user(): Promise<User | null>
  /** Hears of every session event; the returned function ends it. */
  listen(onEvent: (event: SessionEvent) => void): () => void
  /** Changes the name; empty takes it away. Rejects with a `Problem<SignInProblem>`. */
  rename(name: string): Promise<void>
  /**
   * Changes the password of somebody who knows the old one. Rejects with a `Problem<SignInProblem>`.
   */
  changePassword(old: string, next: string): Promise<void>
  /** Leaves the page for Google. Rejects with a `Problem<SignInProblem>` when it cannot. */
  signInWithGoogle(): Promise<void>
  /**
   * On the page to which Google's answer leads: takes it. Resolves to whether somebody is signed in now; the
   * reason why not is for people to know only where it is a sentence of ours.
   */
  finishSignInWithGoogle(): Promise<GoogleOutcome>
  /**
   * Signs out on every device and forgets the tokens here, also when the server cannot be reached.
   *
   * @param leaveTo where the page goes then: a path of this origin.
   */
  signOut(leaveTo: string): Promise<void>
}
