import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiClientProvider } from '../shared/api/ApiClientProvider'
import { lazyAccount } from '../shared/api/account/lazy-account'
import { RecipeClaims } from '../shared/api/account/recipe-claims'
import { SessionProvider } from '../shared/api/account/SessionProvider'
import { SessionStore } from '../shared/api/account/session-store'
import { Analytics, recordingBackend } from '../shared/api/analytics'
import { appConfig } from '../shared/api/app-config'
import { connect, shared } from '../shared/api/connect'
import { CrashReports } from '../shared/api/crash-reports'
import { lazyApiClient } from '../shared/api/lazy-api-client'
import { lazyBackend } from '../shared/api/lazy-backend'
import { RecipeApiProvider } from '../shared/api/recipes/RecipeApiProvider'
import { RecipesProvider } from '../shared/api/recipes/RecipesProvider'
import { RecipeApi } from '../shared/api/recipes/recipe-api'
import { firstCards, RecipeStore } from '../shared/api/recipes/recipe-store'
import { localeOf, prefixOf, withoutLocale } from '../shared/i18n/locale'
import { MessagesProvider } from '../shared/i18n/MessagesProvider'
import { loadMessages, SHELL } from '../shared/i18n/messages'
import { ownBuild } from '../shared/lib/browser/own-build'
import { reloadOnStaleBuild } from '../shared/lib/browser/reload-on-stale-build'
import { deviceStorage } from '../shared/lib/browser/storage'
import { STORED_SCREEN } from '../shared/lib/list/stored-screen'
import { setAsideWhatAnEndedSessionLeft } from '../shared/lib/recipe/personal-data'
import { browserHistory } from '../shared/lib/routing/browser-history'
import { routePattern } from '../shared/lib/routing/route-pattern'
import { areValid, routeOf } from '../shared/lib/routing/routes'
import { App } from './App'
import { AppRouter } from './AppRouter'
import { ErrorBoundary } from './ErrorBoundary'
import { leaveEndedSession } from './leave-ended-session'
import { screenAt } from './screens'
import { showStartFailure } from './start-failure'

const INSTALL_AFTER_MS = 4_000
/** Maximum time to show the server's page of a recipe. */
const TAKE_OVER_MS = 5_000

reloadOnStaleBuild()

// Messages, configuration and client library load in parallel; the first paint needs only messages and page code.
const locale = localeOf(location.pathname)
// Must run before any stored value is read.
setAsideWhatAnEndedSessionLeft(deviceStorage())
const connection = shared(async () => connect(await appConfig()))
const server = lazyBackend(async () => (await connection()).backend)
const analytics = new Analytics(server, async () => (await appConfig()).stage)
const crashes = new CrashReports(server, {
  place: () => routePattern(withoutLocale(location.pathname)),
  build: () => ownBuild(),
})
const backend = recordingBackend(server, analytics.record)
const store = new RecipeStore(backend, {
  first: firstCards(deviceStorage()),
  onLateDeletions: (ids) => void analytics.recordAll(ids.map((id) => ({ name: 'recipe_deleted', recipe_id: id }))),
})
const api = new RecipeApi(backend)
const sessions = new SessionStore(
  lazyAccount(async () => (await connection()).account),
  server,
  new RecipeClaims(server),
  {
    onCaller: (whose, ready) => store.restart(whose, ready),
    onEnded: (how) => leaveEndedSession(how, locale),
    onLeaving: () => store.leave(),
    onLogin: () => analytics.record({ name: 'login' }),
    onLogout: () => analytics.record({ name: 'logout' }),
  },
)
const apiClient = lazyApiClient(backend, connection)
const path = withoutLocale(location.pathname)
const route = routeOf(path)
// Starts to load the client library, unless the page is shown without it. Later callers handle a failure.
if (route !== 'myRecipes' || !store.showsAtOnce) backend.owner().catch(() => undefined)

const id = path.split('/').at(2) ?? ''
const recipe = route === 'recipe' && areValid({ id }) ? store.cache.getAhead(id) : undefined

document.documentElement.lang = locale
// Loads in parallel with the messages. A failure is handled when the page renders.
const code = screenAt(path)
  ?.load()
  .catch(() => undefined)
await loadMessages(SHELL, locale).catch((thrown: unknown) => {
  showStartFailure(locale)
  throw thrown
})
await code
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// The server's page stays until the app can show the recipe.
if (root.querySelector('[data-shown-recipe]') !== null) await Promise.race([recipe, wait(TAKE_OVER_MS)])
const app = (
  <StrictMode>
    <MessagesProvider locale={locale}>
      <ErrorBoundary onCrash={crashes.report}>
        <SessionProvider sessions={sessions}>
          <RecipesProvider store={store}>
            <RecipeApiProvider api={api}>
              <ApiClientProvider client={apiClient}>
                <AppRouter history={browserHistory()} basename={prefixOf(locale)}>
                  <App />
                </AppRouter>
              </ApiClientProvider>
            </RecipeApiProvider>
          </RecipesProvider>
        </SessionProvider>
      </ErrorBoundary>
    </MessagesProvider>
  </StrictMode>
)
// As a transition, the first render yields to input and paint.
startTransition(() => createRoot(root).render(app))
// Delayed, so that the service worker does not compete with the first load.
setTimeout(() => {
  root.removeAttribute(STORED_SCREEN)
  installOnline()
}, INSTALL_AFTER_MS)

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function installOnline(): void {
  // Offline, the import would fail.
  if (navigator.onLine) {
    import('./install').then(
      ({ install }) => install(store, api),
      () => undefined,
    )
  } else addEventListener('online', installOnline, { once: true })
}
