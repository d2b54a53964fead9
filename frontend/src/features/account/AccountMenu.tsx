import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useSession } from '../../api/SessionProvider'
import { paths } from '../../lib/paths'
import { buttonClass } from '../../ui/Button'

/** Who is there, for the header: the way in for a guest, the way to their profile for a member. */
export function AccountMenu() {
  const intl = useIntl()
  const session = useSession()
  if (session.phase === 'starting') return <span className="size-11" />
  if (session.phase === 'guest') {
    return (
      <Link to={paths.login} className={buttonClass('bare')}>
        <FormattedMessage id="account.signIn" defaultMessage="Sign in" />
      </Link>
    )
  }
  const { user } = session
  const label = intl.formatMessage(
    { id: 'account.profile', defaultMessage: 'Profile of {name}' },
    { name: nameOf(user) },
  )
  return (
    <Link
      to={paths.profile}
      aria-label={label}
      title={label}
      className="inline-flex size-11 items-center justify-center rounded-full"
    >
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-on-accent-soft"
      >
        {initialOf(nameOf(user))}
      </span>
    </Link>
  )
}

function nameOf({ name, email }: { name: string | null; email: string }): string {
  return name ?? email
}

/** The first letter as people see it: an accent or an emoji of several code points is one letter. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? '·'
}
