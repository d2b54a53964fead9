import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { PersonIcon, QuestionIcon, SignOutIcon } from '../../../shared/ui/icons'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../shared/ui/Menu'
import { SignInLink } from './SignInLink'
import { useSignOut } from './useSignOut'

/** Account area of the header: a sign-in link for guests, a menu for members. */
export function AccountMenu() {
  const intl = useIntl()
  const session = useSession()
  const { leaving, signOut, question } = useSignOut()
  const menu = intl.formatMessage({ id: 'account.menu', defaultMessage: 'Your account' })
  if (session.phase === 'starting') return <span className="size-11" />
  if (session.phase === 'guest') {
    return (
      <SignInLink className={buttonClass('bare')}>
        <FormattedMessage id="account.signIn" defaultMessage="Sign in" />
      </SignInLink>
    )
  }
  const { name, email } = session.user
  return (
    <>
      <Menu
        label={menu}
        trigger={
          <button
            type="button"
            aria-label={menu}
            data-tooltip={menu}
            disabled={leaving}
            className="inline-flex size-11 items-center justify-center rounded-full"
          >
            <span
              aria-hidden="true"
              className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-on-accent-soft"
            >
              {initialOf(name ?? email)}
            </span>
          </button>
        }
      >
        <div className="max-w-64 px-3 pt-2 pb-1">
          <p className="truncate font-semibold">{name ?? email}</p>
          {name !== null && <p className="truncate text-sm text-muted">{email}</p>}
        </div>
        <MenuSeparator />
        <MenuLink to={paths.profile} icon={<PersonIcon />}>
          <FormattedMessage id="account.profile" defaultMessage="Profile" />
        </MenuLink>
        <MenuLink to={paths.feedback} icon={<QuestionIcon />}>
          <FormattedMessage id="account.feedback" defaultMessage="Feedback" />
        </MenuLink>
        <MenuItem icon={<SignOutIcon />} onSelect={signOut}>
          <FormattedMessage id="account.signOut" defaultMessage="Sign out" />
        </MenuItem>
      </Menu>
      {question}
    </>
  )
}

/** First grapheme, so that an accent or a multi-code-point emoji counts as one letter. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? '·'
}
