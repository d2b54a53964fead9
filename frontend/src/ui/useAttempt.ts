import { useState } from 'react'
import { type ProblemCode, problemCode } from '../lib/problem'

export interface Attempt {
  /** While one is under way. */
  readonly busy: boolean
  /** Why the last one was refused. */
  readonly refusal: ProblemCode | null
  readonly begin: () => Promise<void>
}

/** Something that a button tries, one at a time, and that can be refused. */
export function useAttempt(action: () => Promise<void>): Attempt {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ProblemCode | null>(null)
  const begin = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await action()
    } catch (thrown) {
      setRefusal(problemCode(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, begin }
}
