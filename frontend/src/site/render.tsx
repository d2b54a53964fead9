import { renderToStaticMarkup } from 'react-dom/server'
import { createIntl, type IntlShape, RawIntlProvider } from 'react-intl'
import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../i18n/locale'
import { paths } from '../lib/paths'
import { ArticlesPage } from './ArticlesPage'
import { ARTICLES, fileOf, NOT_FOUND, ORIGIN, TEXTS } from './addresses'
import { BookmarkletPage } from './BookmarkletPage'
import { textOf } from './content'
import { type Assets, Document, type PageHead } from './Document'
import { LandingPage } from './LandingPage'
import { NotFoundPage } from './NotFoundPage'
import { robots, sitemap } from './search-engines'
import { TextPage } from './TextPage'

/** One file of the built site. */
export interface SiteFile {
  name: string
  content: string
}

interface Page {
  head: PageHead
  body: React.ReactNode
}

const MESSAGES = import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default', eager: true })

/** Every public page in every language, the sitemaps and robots.txt; throws for a text that lacks its translation. */
export function renderSite(assets: Assets): SiteFile[] {
  const pages = LOCALES.flatMap((locale) => {
    const intl = intlOf(locale)
    return pagesOf(intl, locale).map(({ head, body }) => ({
      name: fileOf(head.path, locale),
      content: renderPage(intl, assets, { head, body }),
    }))
  })
  const sitemaps = LOCALES.map((locale) => ({
    name: `${withLocale('/sitemap.xml', locale)}`.slice(1),
    content: sitemap(locale),
  }))
  return [...pages, ...sitemaps, { name: 'robots.txt', content: robots() }]
}

function renderPage(intl: IntlShape, assets: Assets, { head, body }: Page): string {
  const html = renderToStaticMarkup(
    <RawIntlProvider value={intl}>
      <Document assets={assets} head={head}>
        {body}
      </Document>
    </RawIntlProvider>,
  )
  return `<!doctype html>${html}\n`
}

function intlOf(locale: Locale): IntlShape {
  const messages = MESSAGES[`./messages/${locale}.json`]
  if (messages === undefined) throw new Error(`src/site/messages/${locale}.json is missing`)
  return createIntl({
    locale,
    messages,
    defaultLocale: DEFAULT_LOCALE,
    onError: (error) => {
      throw error
    },
  })
}

function pagesOf(intl: IntlShape, locale: Locale): Page[] {
  const name = (title: string) => intl.formatMessage({ id: 'site.title', defaultMessage: '{title} – Zest' }, { title })
  const description = intl.formatMessage({
    id: 'site.description',
    defaultMessage: 'Clean structured recipes from URLs or images.',
  })
  const articles = ARTICLES.map((slug): Page => {
    const text = textOf(`articles/${slug}`, locale)
    const path = paths.article(slug)
    return {
      head: {
        path,
        title: name(text.title),
        description: text.description,
        article: { date: text.date },
        data: {
          '@context': 'https://schema.org',
          '@type': 'Article',
          headline: text.title,
          description: text.description,
          datePublished: text.date,
          inLanguage: locale,
          mainEntityOfPage: `${ORIGIN}${withLocale(path, locale)}`,
          image: `${ORIGIN}/pictures/card-${locale}.jpg`,
          author: { '@type': 'Organization', name: 'Zest' },
        },
      },
      body: <TextPage path={path} text={text} back={withLocale(paths.articles, locale)} />,
    }
  })
  const texts = TEXTS.map((text): Page => {
    const { title, description: summary } = textOf(text, locale)
    const path = paths[text]
    return {
      head: { path, title: name(title), description: summary },
      body: <TextPage path={path} text={textOf(text, locale)} />,
    }
  })
  return [
    {
      head: {
        path: paths.home,
        title: intl.formatMessage({ id: 'site.landing.page', defaultMessage: 'Zest – Get to the Recipe' }),
        description,
        data: {
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: 'Zest',
          url: `${ORIGIN}${withLocale(paths.home, locale)}`,
          description,
          inLanguage: locale,
        },
      },
      body: <LandingPage />,
    },
    {
      head: {
        path: paths.bookmarklet,
        title: name(intl.formatMessage({ id: 'site.bookmarklet.page', defaultMessage: 'Bookmarklet' })),
        description: intl.formatMessage({
          id: 'site.bookmarklet.description',
          defaultMessage: 'A bookmark that hands the recipe page you are on to Zest, with one click.',
        }),
      },
      body: <BookmarkletPage />,
    },
    {
      head: {
        path: paths.articles,
        title: name(intl.formatMessage({ id: 'site.articles.title', defaultMessage: 'Articles' })),
        description: intl.formatMessage({
          id: 'site.articles.lead',
          defaultMessage: 'Short pieces on cooking from recipes that were written for somebody else’s kitchen.',
        }),
      },
      body: <ArticlesPage />,
    },
    ...articles,
    ...texts,
    {
      head: {
        path: NOT_FOUND,
        title: name(intl.formatMessage({ id: 'site.notFound.title', defaultMessage: 'Page Not Found' })),
        description,
        indexed: false,
      },
      body: <NotFoundPage />,
    },
  ]
}
