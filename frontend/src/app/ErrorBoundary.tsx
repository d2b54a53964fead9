import { Component, type ReactNode } from 'react'
import { isBot } from '../shared/lib/browser/bots'
import { FatalPage } from './ErrorPage'
import { listenForFatalErrors, messageOf } from './fatal-errors'
import { isReloading } from './reload-on-stale-build'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Called with the error; must not throw. */
  onCrash?: (error: unknown) => void
}

/**
 * Shows the error page after an error while rendering or an uncaught fatal error. Bots get an empty page after the
 * former; the latter is ignored for them.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override state = { message: null }
  #stopListening: (() => void) | undefined

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: messageOf(error) }
  }

  override componentDidMount(): void {
    this.#stopListening = listenForFatalErrors((error) => {
      if (isBot(navigator.userAgent)) return
      this.setState({ message: messageOf(error) })
      this.#report(error)
    })
  }

  override componentDidCatch(error: unknown): void {
    this.#report(error)
  }

  override componentWillUnmount(): void {
    this.#stopListening?.()
  }

  /** Skips errors during a reload for a new build, and bots. */
  #report(error: unknown): void {
    if (!isReloading() && !isBot(navigator.userAgent)) this.props.onCrash?.(error)
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children
    if (isReloading() || isBot(navigator.userAgent)) return null
    return <FatalPage message={this.state.message} />
  }
}
