import { Component, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { localeOf, withLocale } from '../i18n/locale'
import { paths } from '../lib/paths'
import { Button } from '../ui/Button'
import { AlertIcon } from '../ui/icons'
import { Notice } from '../ui/Notice'

/** What is left when the app itself breaks: an honest page, and a way back. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children
    return (
      <main className="px-4">
        <Notice
          level={1}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="error.title" defaultMessage="Internal Server Error" />}
          actions={
            <Button onClick={() => location.assign(withLocale(paths.home, localeOf(location.pathname)))}>
              <FormattedMessage id="error.home" defaultMessage="Start again" />
            </Button>
          }
        >
          <p className="wrap-anywhere">{this.state.message}</p>
        </Notice>
      </main>
    )
  }
}
