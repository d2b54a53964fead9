import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LOCALE_NAMES, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { Mark } from '../shared/ui/Logo'
import { NOT_FOUND } from './addresses'

/** Returns a function that adds the page's language prefix to a path. */
export function useAddress(): (path: string) => string {
  const { locale } = useIntl()
  return (path) => withLocale(path, locale as Locale)
}

export function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-2xl pt-6 sm:pt-12">{children}</div>
}

export function Frame({ path, children }: { path: string; children: ReactNode }) {
  const to = useAddress()
  const link = 'inline-flex min-h-11 items-center rounded-lg px-1 font-medium hover:underline underline-offset-4'
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-10 rounded-full bg-accent px-4 py-2 font-semibold text-on-accent focus:top-3"
      >
        <FormattedMessage id="site.skip" defaultMessage="Skip to content" />
      </a>
      <header className="flex flex-wrap items-center justify-between gap-x-4 py-4 sm:py-6">
        <a href={to(paths.home)} className="flex min-h-11 items-center gap-2.5 rounded-lg">
          <Mark />
          <span className="font-serif text-2xl font-semibold tracking-tight">Zest</span>
        </a>
        <nav className="flex items-center gap-x-4 sm:gap-x-7">
          <a href={to(paths.articles)} className={link}>
            <FormattedMessage id="site.nav.articles" defaultMessage="Articles" />
          </a>
          <a href={to(paths.login)} className={`${link} max-sm:hidden`}>
            <FormattedMessage id="site.nav.login" defaultMessage="Sign in" />
          </a>
          <a
            href={to(paths.myRecipes)}
            className="inline-flex min-h-11 items-center rounded-full border border-line-strong px-4 font-semibold hover:bg-sunken"
          >
            <FormattedMessage id="site.nav.myRecipes" defaultMessage="My recipes" />
          </a>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer path={path} />
    </div>
  )
}

function Footer({ path }: { path: string }) {
  const intl = useIntl()
  const to = useAddress()
  const link = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4'
  return (
    <footer className="mt-20 flex flex-wrap items-start justify-between gap-x-10 gap-y-2 border-t border-line py-6 text-sm text-muted sm:mt-28">
      <nav
        aria-label={intl.formatMessage({ id: 'site.footer.label', defaultMessage: 'About Zest' })}
        className="flex flex-wrap gap-x-6"
      >
        <a href={to(paths.bookmarklet)} className={link}>
          <FormattedMessage id="site.nav.bookmarklet" defaultMessage="Bookmarklet" />
        </a>
        <a href={to(paths.changelog)} className={link}>
          <FormattedMessage id="site.nav.changelog" defaultMessage="What’s new" />
        </a>
        <a href={to(paths.contact)} className={link}>
          <FormattedMessage id="site.nav.contact" defaultMessage="Contact" />
        </a>
        <a href={to(paths.terms)} className={link}>
          <FormattedMessage id="site.nav.terms" defaultMessage="Terms" />
        </a>
        <a href={to(paths.privacy)} className={link}>
          <FormattedMessage id="site.nav.privacy" defaultMessage="Privacy" />
        </a>
      </nav>
      <nav
        aria-label={intl.formatMessage({ id: 'site.footer.languages', defaultMessage: 'Language' })}
        className="flex flex-wrap gap-x-6"
      >
        {LOCALES.map((locale) => (
          <a
            key={locale}
            // The 404 page links to the other languages' landing pages.
            href={withLocale(path === NOT_FOUND ? paths.home : path, locale)}
            lang={locale}
            hrefLang={locale}
            data-locale={locale}
            aria-current={locale === intl.locale ? 'true' : undefined}
            className={`${link} aria-[current]:font-semibold aria-[current]:text-ink`}
          >
            {LOCALE_NAMES[locale]}
          </a>
        ))}
      </nav>
    </footer>
  )
}
