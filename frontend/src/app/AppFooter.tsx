import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { paths } from '../shared/lib/routing/paths'
import { PublicLink } from '../shared/ui/PublicLink'

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
        <PublicLink to={paths.bookmarklet} className={LINK}>
          <FormattedMessage id="footer.bookmarklet" defaultMessage="Import from your browser" />
        </PublicLink>
        <PublicLink to={paths.articles} className={LINK}>
          <FormattedMessage id="footer.articles" defaultMessage="Articles" />
        </PublicLink>
        <PublicLink to={paths.changelog} className={LINK}>
          <FormattedMessage id="footer.changelog" defaultMessage="What’s new" />
        </PublicLink>
        <PublicLink to={paths.contact} className={LINK}>
          <FormattedMessage id="footer.contact" defaultMessage="Contact" />
        </PublicLink>
        <PublicLink to={paths.terms} className={LINK}>
          <FormattedMessage id="footer.terms" defaultMessage="Terms" />
        </PublicLink>
        <PublicLink to={paths.privacy} className={LINK}>
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
