import { Problem } from '../../lib/errors'
import type { Caller } from '../auth-mode'
import { problemOf } from '../server-errors'

interface Identity {
  readonly identityId?: string
  readonly userSub?: string
}

/**
 * Identifies the caller. Returns null, and logs, if the look-up fails or finds no identity. Without a network it
 * rejects with OFFLINE, so that the call is retried and not refused as anonymous.
 */
export async function lookUpCaller(session: () => Promise<Identity>): Promise<Caller | null> {
  let identity: Identity
  try {
    identity = await session()
  } catch (thrown) {
    const { code } = problemOf(thrown)
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    // Log names only: the message may contain the identity.
    // biome-ignore lint/suspicious/noConsole: a failed lookup is logged.
    console.warn(`identity: the lookup failed (${code}, ${name})`)
    if (code === 'OFFLINE') throw new Problem('OFFLINE')
    return null
  }
  const { identityId, userSub } = identity
  if (identityId === undefined && userSub === undefined) {
    // biome-ignore lint/suspicious/noConsole: somebody without any name is logged.
    console.warn('identity: there is neither an identity nor a user name')
    return null
  }
  return {
    ...(userSub === undefined ? {} : { userName: userSub }),
    ...(identityId === undefined ? {} : { identityId }),
  }
}
