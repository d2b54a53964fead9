import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { localeOf, withLocale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'

const LINK = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4'

/** Links to the public pages, to the profile, which the header shows to members only, and to the admin pages. */
export function AppFooter() {
  const intl = useIntl()
  const session = useSession()
  const hasCredits = useAppConfig()?.credits === true
  const isAdmin = session.phase === 'member' && session.user.admin
  return (
    <footer className="flex flex-wrap gap-x-10 border-t border-line py-4 text-sm text-muted group-has-data-cook/shell:hidden print:hidden">
      <nav
        aria-label={intl.formatMessage({ id: 'footer.label', defaultMessage: 'About Zest' })}
        className="flex flex-wrap gap-x-6"
      >
        <Link to={paths.profile} className={LINK}>
          <FormattedMessage id="footer.profile" defaultMessage="Settings and your data" />
        </Link>
        <PublicLink to={paths.bookmarklet}>
          <FormattedMessage id="footer.bookmarklet" defaultMessage="Import from your browser" />
        </PublicLink>
        <PublicLink to={paths.articles}>
          <FormattedMessage id="footer.articles" defaultMessage="Articles" />
        </PublicLink>
        <PublicLink to={paths.changelog}>
          <FormattedMessage id="footer.changelog" defaultMessage="What’s new" />
        </PublicLink>
        <PublicLink to={paths.contact}>
          <FormattedMessage id="footer.contact" defaultMessage="Contact" />
        </PublicLink>
        <PublicLink to={paths.terms}>
          <FormattedMessage id="footer.terms" defaultMessage="Terms" />
        </PublicLink>
        <PublicLink to={paths.privacy}>
          <FormattedMessage id="footer.privacy" defaultMessage="Privacy" />
        </PublicLink>
      </nav>
      {isAdmin && (
        <nav
          aria-label={intl.formatMessage({ id: 'footer.admin', defaultMessage: 'Administration' })}
          className="flex flex-wrap gap-x-6"
        >
          {hasCredits && (
            <Link to={paths.adminCredits} className={LINK}>
              <FormattedMessage id="footer.adminCredits" defaultMessage="Members’ credits" />
            </Link>
          )}
          <Link to={paths.adminFeedback} className={LINK}>
            <FormattedMessage id="footer.adminFeedback" defaultMessage="All feedback" />
          </Link>
        </nav>
      )}
    </footer>
  )
}

/** Link to a static page outside the app. */
function PublicLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={withLocale(to, localeOf(location.pathname))} className={LINK}>
      {children}
    </a>
  )
}
