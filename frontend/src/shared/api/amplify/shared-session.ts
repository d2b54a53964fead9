/** The pending session lookup, shared by concurrent callers. */
import { type AuthSession, fetchAuthSession } from 'aws-amplify/auth'

let underWay: Promise<AuthSession> | undefined

/**
 * Returns the current session. Concurrent callers share one lookup: on a first visit, each lookup would create its own
 * guest identity, and the list and its subscription would belong to different ones.
 */
export async function sharedSession(): Promise<AuthSession> {
  const look = underWay ?? fetchAuthSession()
  underWay = look
  try {
    return await look
  } finally {
    if (underWay === look) underWay = undefined
  }
}

/** Later calls start a new lookup, because the pending one belongs to a former caller. */
export function forgetSharedSession(): void {
  underWay = undefined
}
