import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { paths } from '../shared/lib/routing/paths'
import { PublicLink } from '../shared/ui/PublicLink'

const LINK = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4'

const names = defineMessages({
  bookmarklet: { id: 'footer.bookmarklet', defaultMessage: 'Import from your browser' },
  articles: { id: 'footer.articles', defaultMessage: 'Articles' },
  changelog: { id: 'footer.changelog', defaultMessage: 'What’s new' },
  contact: { id: 'footer.contact', defaultMessage: 'Contact' },
  terms: { id: 'footer.terms', defaultMessage: 'Terms' },
  privacy: { id: 'footer.privacy', defaultMessage: 'Privacy' },
})

const PUBLIC_LINKS = [
  { to: paths.bookmarklet, name: names.bookmarklet },
  { to: paths.articles, name: names.articles },
  { to: paths.changelog, name: names.changelog },
  { to: paths.contact, name: names.contact },
  { to: paths.terms, name: names.terms },
  { to: paths.privacy, name: names.privacy },
]

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
        {PUBLIC_LINKS.map(({ to, name }) => (
          <PublicLink key={to} to={to} className={LINK}>
            <FormattedMessage {...name} />
          </PublicLink>
        ))}
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
