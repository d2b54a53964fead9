import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useRecipes } from '../shared/api/recipes/RecipesProvider'
import { LoadingBar } from '../shared/ui/LoadingBar'
import { ToastArea } from '../shared/ui/Toasts'
import { Header } from './Header'
import { LazyOfflineNotice } from './LazyOfflineNotice'
import { lazyPage } from './lazy-page'
import { PageLinks } from './PageLinks'
import { ScrollRestoration } from './ScrollRestoration'
import { useFocusOnNavigation } from './useFocusOnNavigation'

const PassingMessages = lazyPage('passing', async () => (await import('./PassingMessages')).PassingMessages)

export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)

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
      <ScrollRestoration />
      <PageLinks />
      <Later />
      <LoadingBar />
      <ToastArea />
    </div>
  )
}

/** Loads tooltips and passing messages after the first rows. Deletions made before then wait in the store. */
function Later() {
  const hasBegun = useRecipes().phase !== 'loading'
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (!hasBegun || isHere) return
    const load = () => {
      // Offline without a service worker: tries again when the browser is online.
      if (!navigator.onLine && navigator.serviceWorker?.controller == null) return
      PassingMessages.load().then(
        () => setIsHere(true),
        () => undefined,
      )
    }
    const timer = setTimeout(load)
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [hasBegun, isHere])
  return isHere ? <PassingMessages /> : null
}

/** Only under a service worker: without one the chunk may not be available offline. */
function WithoutNetwork() {
  const { connection, keptAt } = useRecipes()
  const offline = connection === 'reconnecting' && !navigator.onLine
  if ((!offline && keptAt === null) || navigator.serviceWorker?.controller == null) return null
  return (
    <Suspense>
      <LazyOfflineNotice />
    </Suspense>
  )
}
