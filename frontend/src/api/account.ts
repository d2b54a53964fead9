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
  /** Of the group "admin". It only decides what is shown: the server decides for itself. */
  readonly admin: boolean
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
  | 'changed-elsewhere'

/** What the app needs to know and do about people; `amplify-session` and `amplify-account` are behind it. */
export interface Account {
  /** Who is signed in, null for a guest. Rejects with a `Problem` while that cannot be told. */
  user(): Promise<User | null>
  /** Hears of every session event; the returned function ends it. */
  listen(onEvent: (event: SessionEvent) => void): () => void
  /**
   * Signs out on every device and forgets the tokens here, also when the server cannot be reached.
   *
   * @param leaveTo where the page goes then: a path of this origin.
   */
  signOut(leaveTo: string): Promise<void>
}
