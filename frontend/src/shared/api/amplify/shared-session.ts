/** One look at the session for all who ask at the same time. */
import { type AuthSession, fetchAuthSession } from 'aws-amplify/auth'

let underWay: Promise<AuthSession> | undefined

/**
 * The session as it stands. Who asks while a look is under way gets its answer: on a first visit each look would make
 * an identity of its own, and the list of the one would wait for the changes of the other.
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

/** What is under way was asked for by an earlier caller; whoever asks from now on looks anew. */
export function forgetSharedSession(): void {
  underWay = undefined
}
