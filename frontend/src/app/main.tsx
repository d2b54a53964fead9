import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { BrowserRouter } from 'react-router'
import { loadConfig } from '../api/config'
import { connect, shared } from '../api/connect'
import { lazyAccount } from '../api/lazy-account'
import { lazyBackend } from '../api/lazy-backend'
import { RecipesProvider } from '../api/RecipesProvider'
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
const connection = shared(async () => connect(await loadConfig()))
const backend = lazyBackend(async () => (await connection()).backend)
const store = new RecipeStore(backend)
const sessions = new SessionStore(
  lazyAccount(async () => (await connection()).account),
  { onCaller: (whose) => store.restart(whose), onLogin: () => undefined, onLogout: () => undefined },
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
            <BrowserRouter basename={prefixOf(locale)}>
              <App />
            </BrowserRouter>
          </RecipesProvider>
        </SessionProvider>
      </ErrorBoundary>
    </IntlProvider>
  </StrictMode>,
)
