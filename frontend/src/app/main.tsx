import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { BrowserRouter } from 'react-router'
import { Analytics, recordingBackend } from '../api/analytics'
import { loadConfig } from '../api/config'
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
import { App } from './App'
import { ErrorBoundary } from './ErrorBoundary'
import { reloadOnStaleBuild } from './reload-on-stale-build'

reloadOnStaleBuild()

// Words, configuration and the client library travel at the same time; the first paint waits for the words alone.
const locale = localeOf(location.pathname)
const config = shared(loadConfig)
const connection = shared(async () => connect(await config()))
const server = lazyBackend(async () => (await connection()).backend)
const analytics = new Analytics(server, async () => (await config()).stage)
const backend = recordingBackend(server, analytics.record)
const store = new RecipeStore(backend)
const book = new RecipeBook(backend)
const sessions = new SessionStore(
  lazyAccount(async () => (await connection()).account),
  {
    onCaller: (whose) => store.restart(whose),
    onLogin: () => analytics.record({ name: 'login' }),
    onLogout: () => analytics.record({ name: 'logout' }),
  },
)
const owner = backend.owner()
// Whoever asks next hears of a failure; this call only makes the library set out early.
owner.catch(() => undefined)

document.documentElement.lang = locale
const messages = await loadMessages(locale)
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
