import { Problem } from '../shared/lib/errors'

export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return typeof error === 'string' ? error : 'Unknown error'
}

/**
 * Calls `onFatal` for uncaught errors after which the page cannot be trusted. Ignores network failures, cancelled
 * requests, known problems, and scripts of other origins, such as browser extensions.
 *
 * @returns a function that removes the listeners.
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
  // Messages of Chromium, Firefox and Safari, and the error name of the client library.
  return error.name !== 'NetworkError' && !/failed to fetch|networkerror|load failed|network/i.test(error.message)
}

/** Whether the innermost script in the error's stack has this origin. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const [innermost] = /\b[a-z-]+:\/\/[^\s)]+/i.exec(error.stack ?? '') ?? []
  return innermost?.startsWith(`${location.origin}/`) === true
}
