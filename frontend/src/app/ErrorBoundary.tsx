import { Component, type ReactNode } from 'react'
import { isBot } from '../shared/lib/browser/bots'
import { isReloading } from '../shared/lib/browser/reload-on-stale-build'
import { FatalPage } from './ErrorPage'
import { listenForFatalErrors, messageOf } from './fatal-errors'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Called with the error; must not throw. */
  onCrash?: (error: unknown) => void
}

interface Failure {
  readonly message: string | null
  /** False until it is known that the page is not reloaded. */
  readonly isShown: boolean
}

/**
 * Shows the error page after an error while rendering or an uncaught fatal error, unless the page is reloaded for a new
 * build. Bots get an empty page after the former; the latter is ignored for them.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { message: null, isShown: false }
  #stopListening: (() => void) | undefined

  static getDerivedStateFromError(error: unknown): Partial<Failure> {
    return { message: messageOf(error) }
  }

  override componentDidMount(): void {
    this.#stopListening = listenForFatalErrors((error) => void this.#show(error))
  }

  override componentDidCatch(error: unknown): void {
    void this.#show(error)
  }

  override componentWillUnmount(): void {
    this.#stopListening?.()
  }

  async #show(error: unknown): Promise<void> {
    if (isBot(navigator.userAgent) || (await isReloading())) return
    this.setState({ message: messageOf(error), isShown: true })
    this.props.onCrash?.(error)
  }

  override render(): ReactNode {
    const { message, isShown } = this.state
    if (message === null) return this.props.children
    return isShown ? <FatalPage message={message} /> : null
  }
}
