import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { AccountMenu } from '../features/account/AccountMenu'
import { paths } from '../lib/routing/paths'
import { Mark } from '../ui/Logo'
import { ConnectionStatus } from './ConnectionStatus'
import { PreferenceMenus } from './PreferenceMenus'

/** The way home, the state of the connection, the choice of language and appearance, and who is there. */
export function Header() {
  return (
    <header className="flex group-has-data-cook/shell:hidden items-center justify-between gap-2 py-3 sm:gap-4 sm:py-5 print:hidden">
      <Link to={paths.myRecipes} className="flex min-h-11 items-center gap-2.5 rounded-lg">
        <Mark />
        <span className="font-serif text-2xl font-semibold tracking-tight">
          <FormattedMessage id="shell.name" defaultMessage="Zest" description="The product's name" />
        </span>
      </Link>
      <div className="flex items-center sm:gap-1">
        <div className="mr-2 sm:mr-3">
          <ConnectionStatus />
        </div>
        <PreferenceMenus />
        <AccountMenu />
      </div>
    </header>
  )
}
