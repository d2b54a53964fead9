import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { localeOf, withLocale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { readablePath } from '../shared/lib/routing/readable-path'
import { Button, buttonClass } from '../shared/ui/Button'
import { AlertIcon, PotIcon } from '../shared/ui/icons'
import { Notice } from '../shared/ui/Notice'
import { usePageTitle } from '../shared/ui/usePageTitle'

/** The static 404 page (src/site/NotFoundPage.tsx) has the same text. */
export function NotFoundPage() {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.notFound.title', defaultMessage: 'Page Not Found – Zest' }))
  return (
    <Notice
      level={1}
      icon={<PotIcon className="size-8" />}
      title={<FormattedMessage id="notFound.title" defaultMessage="Page Not Found" />}
      actions={<HomeLink />}
    >
      <p className="mb-2 wrap-anywhere">
        <FormattedMessage
          id="notFound.path"
          defaultMessage="Page Not Found: {path}"
          values={{ path: <bdi>{readablePath(location.pathname)}</bdi> }}
        />
      </p>
      <FormattedMessage
        id="notFound.text"
        defaultMessage="This page doesn’t exist. It may have moved, or the address has a typo."
      />
    </Notice>
  )
}

/** Replaces the whole app after a crash. */
export function FatalPage({ message }: { message: string }) {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.error.title', defaultMessage: 'Internal Server Error – Zest' }))
  return (
    <main className="px-4">
      <div role="alert">
        <Notice
          level={1}
          icon={<AlertIcon className="size-8" />}
          title={<FormattedMessage id="error.title" defaultMessage="Internal Server Error" />}
          actions={
            <>
              <Button onClick={() => location.reload()}>
                <FormattedMessage id="error.reload" defaultMessage="Reload the page" />
              </Button>
              <HomeLink quiet />
            </>
          }
        >
          <FormattedMessage
            id="error.text"
            defaultMessage="Something went wrong. Your recipes are safe, and we saved what you were typing where we could."
          />
          <Details>{message}</Details>
        </Notice>
      </div>
    </main>
  )
}

/** The error's message, for support. */
function Details({ children }: { children: ReactNode }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">
        <FormattedMessage id="error.details" defaultMessage="Technical details" />
      </summary>
      <p dir="auto" className="max-h-40 overflow-y-auto rounded-xl bg-sunken px-4 py-3 wrap-anywhere">
        {children}
      </p>
    </details>
  )
}

/** A plain link, because the router may be broken. */
function HomeLink({ quiet = false }: { quiet?: boolean }) {
  return (
    <a
      href={withLocale(paths.myRecipes, localeOf(location.pathname))}
      className={buttonClass(quiet ? 'quiet' : 'primary')}
    >
      <FormattedMessage id="notFound.home" defaultMessage="Go to my recipes" />
    </a>
  )
}
