import { Problem } from '../shared/lib/errors'

/** What an error says of itself, for the error page. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' ? error : 'Unknown error'
}

/**
 * Tells of errors that nobody caught and after which the page cannot be trusted. Others are left to the console: a
 * lost connection and what was cancelled (the app tells of them where they matter), and scripts that are not ours,
 * which extensions bring along.
 */
export function listenForFatalErrors(onFatal: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent) => {
    if (isOurs(event.error) && isFatal(event.error)) onFatal(event.error)
  }
  const onRejection = (event: PromiseRejectionEvent) => {
    if (isOurs(event.reason) && isFatal(event.reason)) onFatal(event.reason)
  }
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

function isFatal(error: unknown): boolean {
  if (error instanceof Problem || error instanceof DOMException) return false
  if (!(error instanceof Error)) return false
  // In the words of Chromium, Firefox and Safari; and of the client library, which has a name for it.
  return error.name !== 'NetworkError' && !/failed to fetch|networkerror|load failed|network/i.test(error.message)
}

/** Whether the innermost script of an error's stack is one of this origin. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const [innermost] = /\b[a-z-]+:\/\/[^\s)]+/i.exec(error.stack ?? '') ?? []
  return innermost?.startsWith(`${location.origin}/`) === true
}
