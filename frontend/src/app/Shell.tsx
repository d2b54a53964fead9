import { type ReactNode, Suspense, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipes } from '../api/recipes/RecipesProvider'
import { AccountNews } from '../features/account/AccountNews'
import { LoadingBar } from '../ui/LoadingBar'
import { ToastArea } from '../ui/Toasts'
import { Tooltips } from '../ui/Tooltips'
import { BuildNotice } from './BuildNotice'
import { DeletionToasts } from './DeletionToasts'
import { Header } from './Header'
import { lazyPage } from './lazy-page'
import { PageLinks } from './PageLinks'
import { useFocusAndScroll } from './useFocusAndScroll'

const OfflineNotice = lazyPage('offline', async () => (await import('../features/offline/OfflineNotice')).OfflineNotice)

/** What stands around every page: the way home, the state of the connection, the passing messages. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusAndScroll(main)

  return (
    <div className="group/shell mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-10 rounded-full bg-accent px-4 py-2 font-semibold text-on-accent focus:top-3"
      >
        <FormattedMessage id="shell.skip" defaultMessage="Skip to content" />
      </a>
      <Header />
      <WithoutNetwork />
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PageLinks />
      <DeletionToasts />
      <BuildNotice />
      <AccountNews />
      <LoadingBar />
      <Tooltips />
      <ToastArea />
    </div>
  )
}

/** Its code is here only where the service worker is. */
function WithoutNetwork() {
  const { connection, keptAt } = useRecipes()
  const offline = connection === 'reconnecting' && !navigator.onLine
  if ((!offline && keptAt === null) || navigator.serviceWorker?.controller == null) return null
  return (
    <Suspense>
      <OfflineNotice />
    </Suspense>
  )
}
