import { Component, type ReactNode } from 'react'
import { isBot } from '../lib/bots'
import { FatalPage } from './ErrorPage'
import { listenForFatalErrors, messageOf } from './fatal-errors'
import { isReloading } from './reload-on-stale-build'

/** Shows the error page when the app breaks, while rendering or anywhere else; programs that read pages get none. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }
  #stopListening: (() => void) | undefined

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: messageOf(error) }
  }

  override componentDidMount(): void {
    this.#stopListening = listenForFatalErrors((message) => {
      if (!isBot(navigator.userAgent)) this.setState({ message })
    })
  }

  override componentWillUnmount(): void {
    this.#stopListening?.()
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children
    if (isReloading() || isBot(navigator.userAgent)) return null
    return <FatalPage message={this.state.message} />
  }
}
