import { type ReactNode, useSyncExternalStore } from 'react'
import { IntlProvider } from 'react-intl'
import { DEFAULT_LOCALE, type Locale } from './locale'
import { currentMessages, onMessages } from './messages'

/** Provides the locale and all messages loaded so far. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const messages = useSyncExternalStore(onMessages, currentMessages)
  return (
    <IntlProvider locale={locale} defaultLocale={DEFAULT_LOCALE} messages={messages}>
      {children}
    </IntlProvider>
  )
}
