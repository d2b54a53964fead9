import type { Session } from '../shared/api/account/account'
import type { Guard } from '../shared/lib/routing/routes'

/** What becomes of somebody who wants to enter: in, wait until it is known who they are, first sign in, or no such page. */
export type Admission = 'enter' | 'wait' | 'sign-in' | 'not-found'

const member = (session: Session): Admission => {
  if (session.phase === 'starting') return 'wait'
  return session.phase === 'guest' ? 'sign-in' : 'enter'
}

const GUARDS: Readonly<Record<Guard, (session: Session) => Admission>> = {
  none: () => 'enter',
  login: member,
  // Whoever may not enter need not know that there is something; the server decides for itself what it answers.
  admin: (session) => (session.phase === 'member' && !session.user.admin ? 'not-found' : member(session)),
}

/**
 * Decides at a route's guard; throws for the name of a guard that there is not.
 *
 * @param offered whether there is such a page where Zest runs; null while that is not known.
 */
export function admit(guard: Guard, session: Session, offered: boolean | null = true): Admission {
  if (!Object.hasOwn(GUARDS, guard)) throw new Error(`Unknown route guard "${guard}"`)
  if (offered !== true) return offered === null ? 'wait' : 'not-found'
  return GUARDS[guard](session)
}
