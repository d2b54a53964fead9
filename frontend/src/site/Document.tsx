import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { ORIGIN } from './addresses'

export interface Assets {
  /** The complete style sheet, inlined to save a request before the first paint. */
  css: string
  script: string
  fonts: readonly string[]
  /** The bookmarklet's code, with `https://zest.invalid/receive` as the receiver. */
  bookmark: string
}

export interface PageHead {
  /** Path without language prefix. */
  path: string
  title: string
  description: string
  /** False to exclude the page from search engines. */
  indexed?: boolean
  data?: Record<string, unknown>
  article?: { date: string }
}

export function Document({ assets, head, children }: { assets: Assets; head: PageHead; children: ReactNode }) {
  const { locale } = useIntl()
  const indexed = head.indexed !== false
  const at = (language: string) => `${ORIGIN}${withLocale(head.path, language as Locale)}`
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111827" media="(prefers-color-scheme: dark)" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <script src={assets.script} />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {indexed ? (
          <>
            <link rel="canonical" href={at(locale)} />
            {LOCALES.map((language) => (
              <link key={language} rel="alternate" hrefLang={language} href={at(language)} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={at(DEFAULT_LOCALE)} />
            <SocialCard head={head} address={at(locale)} />
          </>
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {head.data !== undefined && (
          <script
            type="application/ld+json"
            // Escape "<", which could close the script.
            dangerouslySetInnerHTML={{ __html: JSON.stringify(head.data).replaceAll('<', '\\u003c') }}
          />
        )}
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Metadata for previews of links. */
function SocialCard({ head, address }: { head: PageHead; address: string }) {
  const intl = useIntl()
  return (
    <>
      <meta property="og:site_name" content="Zest" />
      <meta property="og:type" content={head.article === undefined ? 'website' : 'article'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={intl.locale} />
      <meta property="og:image" content={`${ORIGIN}/pictures/card-${intl.locale}.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {head.article !== undefined && <meta property="article:published_time" content={head.article.date} />}
    </>
  )
}
