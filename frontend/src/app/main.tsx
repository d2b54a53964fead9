import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { BrowserRouter } from 'react-router'
import { loadConfig } from '../api/config'
import { connect } from '../api/connect'
import { lazyBackend } from '../api/lazy-backend'
import { RecipesProvider } from '../api/RecipesProvider'
import { RecipeStore } from '../api/recipe-store'
import { DEFAULT_LOCALE, localeOf, prefixOf } from '../i18n/locale'
import { loadMessages } from '../i18n/messages'
import { App } from './App'
import { ErrorBoundary } from './ErrorBoundary'
import { reloadOnStaleBuild } from './reload-on-stale-build'

reloadOnStaleBuild()

// Words, configuration and the client library travel at the same time; the first paint waits for the words alone.
const locale = localeOf(location.pathname)
const backend = lazyBackend(async () => connect(await loadConfig()))
const store = new RecipeStore(backend)
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
        <RecipesProvider store={store}>
          <BrowserRouter basename={prefixOf(locale)}>
            <App />
          </BrowserRouter>
        </RecipesProvider>
      </ErrorBoundary>
    </IntlProvider>
  </StrictMode>,
)
