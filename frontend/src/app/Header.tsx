import { lazy, Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { AccountMenu } from '../features/account/ui/AccountMenu'
import { useSession } from '../shared/api/account/SessionProvider'
import { useAppConfig } from '../shared/api/app-config'
import { paths } from '../shared/lib/routing/paths'
import { Mark } from '../shared/ui/Logo'
import { ConnectionStatus } from './ConnectionStatus'
import { PreferenceMenus } from './PreferenceMenus'

/** Loaded for members only. Without it, the header shows no balance. */
const Balance = lazy(async () => {
  const shown = await import('../features/credits/ui/HeaderBalance').catch(() => null)
  return { default: shown?.HeaderBalance ?? (() => null) }
})

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
        <span id={LATER_IN_HEADER} className="contents" />
        <MemberBalance />
        <PreferenceMenus />
        <AccountMenu />
      </div>
    </header>
  )
}

function MemberBalance() {
  const session = useSession()
  const config = useAppConfig()
  if (session.phase !== 'member' || config?.credits !== true) return null
  return (
    <Suspense>
      <Balance key={session.user.sub} />
    </Suspense>
  )
}

/** Id of the header element that `AssistantLink` fills after the first rows. */
export const LATER_IN_HEADER = 'later'
