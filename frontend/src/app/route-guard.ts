import type { Session } from '../shared/api/account/account'
import type { Guard } from '../shared/lib/routing/routes'

/** Result of a guard; `wait` while the session or the configuration is unknown. */
export type Admission = 'enter' | 'wait' | 'sign-in' | 'not-found'

const member = (session: Session): Admission => {
  if (session.phase === 'starting') return 'wait'
  return session.phase === 'guest' ? 'sign-in' : 'enter'
}

const GUARDS: Readonly<Record<Guard, (session: Session) => Admission>> = {
  none: () => 'enter',
  login: member,
  // Members who are not administrators see the 404 page. The server checks permissions independently.
  admin: (session) => (session.phase === 'member' && !session.user.admin ? 'not-found' : member(session)),
}

/**
 * Applies a route's guard. Throws for an unknown guard.
 *
 * @param offered whether this deployment has the page; null while that is unknown.
 */
export function admit(guard: Guard, session: Session, offered: boolean | null = true): Admission {
  if (!Object.hasOwn(GUARDS, guard)) throw new Error(`Unknown route guard "${guard}"`)
  if (offered !== true) return offered === null ? 'wait' : 'not-found'
  return GUARDS[guard](session)
}
