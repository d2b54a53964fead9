import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../lib/paths'
import { buttonClass } from '../ui/Button'
import { PotIcon } from '../ui/icons'
import { Notice } from '../ui/Notice'
import { usePageTitle } from '../ui/usePageTitle'

/** For addresses that the app has no page for; the server's own 404.html says the same. */
export function NotFoundPage() {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.notFound.title', defaultMessage: 'Page Not Found – Zest' }))
  return (
    <Notice
      level={1}
      icon={<PotIcon className="size-8" />}
      title={<FormattedMessage id="notFound.title" defaultMessage="Page Not Found" />}
      actions={
        <Link to={paths.myRecipes} className={buttonClass('primary')}>
          <FormattedMessage id="notFound.home" defaultMessage="Go to my recipes" />
        </Link>
      }
    >
      <FormattedMessage
        id="notFound.text"
        defaultMessage="There is nothing at this address. It may have moved, or it was mistyped."
      />
    </Notice>
  )
}
