const ANSWER_MS = 10_000

/** Id of the build that the server serves; null if it cannot be determined. */
export async function servedBuild(): Promise<string | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-cache', signal: AbortSignal.timeout(ANSWER_MS) })
    if (!response.ok) return null
    const answer: unknown = await response.json()
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null
    return typeof id === 'string' && id !== '' ? id : null
  } catch {
    return null
  }
}
