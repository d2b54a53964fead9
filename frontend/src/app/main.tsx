import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { BrowserRouter } from 'react-router'
import { Analytics, recordingBackend } from '../api/analytics'
import { appConfig } from '../api/app-config'
import { Claims } from '../api/claims'
import { connect, shared } from '../api/connect'
import { lazyAccount } from '../api/lazy-account'
import { lazyBackend } from '../api/lazy-backend'
import { RecipeBookProvider } from '../api/RecipeBookProvider'
import { RecipesProvider } from '../api/RecipesProvider'
import { RecipeBook } from '../api/recipe-book'
import { RecipeStore } from '../api/recipe-store'
import { SessionProvider } from '../api/SessionProvider'
import { SessionStore } from '../api/session-store'
import { DEFAULT_LOCALE, localeOf, prefixOf } from '../i18n/locale'
import { loadMessages } from '../i18n/messages'
import { watchHistory } from '../lib/history-gate'
import { setAsideWhatAnEndedSessionLeft } from '../lib/personal-data'
import { App } from './App'
import { ErrorBoundary } from './ErrorBoundary'
import { leaveEndedSession } from './leave-ended-session'
import { tellThatNothingLoads } from './nothing-loads'
import { reloadOnStaleBuild } from './reload-on-stale-build'

reloadOnStaleBuild()
watchHistory()

// Words, configuration and the client library travel at the same time; the first paint waits for the words alone.
const locale = localeOf(location.pathname)
// Before anything is read of what this browser keeps.
setAsideWhatAnEndedSessionLeft(localStorage)
const connection = shared(async () => connect(await appConfig()))
const server = lazyBackend(async () => (await connection()).backend)
const analytics = new Analytics(server, async () => (await appConfig()).stage)
const backend = recordingBackend(server, analytics.record)
const store = new RecipeStore(backend)
const book = new RecipeBook(backend)
const sessions = new SessionStore(
  lazyAccount(async () => (await connection()).account),
  server,
  new Claims(server),
  {
    onCaller: (whose, ready) => store.restart(whose, ready),
    onEnded: (how) => leaveEndedSession(how, locale),
    onLeaving: () => store.leave(),
    onLogin: () => analytics.record({ name: 'login' }),
    onLogout: () => analytics.record({ name: 'logout' }),
  },
)
const owner = backend.owner()
// Whoever asks next hears of a failure; this call only makes the library set out early.
owner.catch(() => undefined)

document.documentElement.lang = locale
const messages = await loadMessages(locale).catch((thrown: unknown) => {
  tellThatNothingLoads(locale)
  throw thrown
})
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <IntlProvider locale={locale} defaultLocale={DEFAULT_LOCALE} messages={messages}>
      <ErrorBoundary>
        <SessionProvider sessions={sessions}>
          <RecipesProvider store={store}>
            <RecipeBookProvider book={book}>
              <BrowserRouter basename={prefixOf(locale)}>
                <App />
              </BrowserRouter>
            </RecipeBookProvider>
          </RecipesProvider>
        </SessionProvider>
      </ErrorBoundary>
    </IntlProvider>
  </StrictMode>,
)
