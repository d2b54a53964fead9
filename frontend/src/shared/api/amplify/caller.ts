import { Problem } from '../../lib/errors'
import type { Caller } from '../auth-mode'
import { problemOf } from '../server-errors'

/** What of a session says who is calling. */
interface Identity {
  readonly identityId?: string
  readonly userSub?: string
}

/**
 * Who is calling. A lookup that fails is logged and gives null, as does nobody: such a caller can prove nothing. Without
 * a network it rejects with OFFLINE instead, for nothing else would be answered either, and a call that was made as
 * nobody would be refused for good where this one is made again.
 */
export async function lookUpCaller(session: () => Promise<Identity>): Promise<Caller | null> {
  let identity: Identity
  try {
    identity = await session()
  } catch (thrown) {
    const { code } = problemOf(thrown)
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    // The names alone: a message may hold the identity.
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
