import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createIntl, type IntlShape, RawIntlProvider } from 'react-intl'
import { frenchSpaces } from '../shared/i18n/french-spaces'
import { DEFAULT_LOCALE, LOCALES, type Locale, withLocale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ROUTES, type SiteRoute, type SiteRouteName } from '../shared/lib/routing/routes'
import { ArticlesPage } from './ArticlesPage'
import { ARTICLES, fileOf, NOT_FOUND, ORIGIN, type Slug } from './addresses'
import { BookmarkletPage } from './BookmarkletPage'
import { ContactPage } from './ContactPage'
import { textOf } from './content'
import { type Assets, Document, type PageHead } from './Document'
import { Column, Frame } from './Frame'
import { LandingPage } from './LandingPage'
import { MoreArticles } from './MoreArticles'
import { NotFoundPage } from './NotFoundPage'
import { robots, sitemap } from './search-engines'
import { TextPage } from './TextPage'

export interface SiteFile {
  name: string
  content: string
}

interface Content {
  head: PageHead
  body: ReactNode
}

interface Page extends Content {
  layout: SiteRoute['layout']
}

const LAYOUTS: Readonly<Record<SiteRoute['layout'], (props: { children: ReactNode }) => ReactNode>> = {
  landing: ({ children }) => children,
  blog: Column,
  default: Column,
}

const MESSAGES = import.meta.glob<Record<string, string>>('./messages/*.json', { import: 'default', eager: true })

/** Public pages in every language, sitemaps and robots.txt. Throws if a translation is missing. */
export function renderSite(assets: Assets): SiteFile[] {
  const pages = LOCALES.flatMap((locale) => {
    const intl = intlOf(locale)
    return pagesOf(intl, locale, assets).map((page) => ({
      name: fileOf(page.head.path, locale),
      content: renderPage(intl, assets, page),
    }))
  })
  const sitemaps = LOCALES.map((locale) => ({
    name: `${withLocale('/sitemap.xml', locale)}`.slice(1),
    content: sitemap(locale),
  }))
  return [...pages, ...sitemaps, { name: 'robots.txt', content: robots() }]
}

function renderPage(intl: IntlShape, assets: Assets, { head, layout, body }: Page): string {
  const Layout = LAYOUTS[layout]
  const html = renderToStaticMarkup(
    <RawIntlProvider value={intl}>
      <Document assets={assets} head={head}>
        <Frame path={head.path}>
          <Layout>{body}</Layout>
        </Frame>
      </Document>
    </RawIntlProvider>,
  )
  return `<!doctype html>${html}\n`
}

function intlOf(locale: Locale): IntlShape {
  const messages = MESSAGES[`./messages/${locale}.json`]
  if (messages === undefined) throw new Error(`src/site/messages/${locale}.json is missing`)
  const spaced = Object.entries(messages).map(([id, text]) => [id, locale === 'fr' ? frenchSpaces(text) : text])
  return createIntl({
    locale,
    messages: Object.fromEntries(spaced),
    defaultLocale: DEFAULT_LOCALE,
    onError: (error) => {
      throw error
    },
  })
}

/** Pages of the route table, and the 404 page. */
function pagesOf(intl: IntlShape, locale: Locale, assets: Assets): Page[] {
  const routed = (Object.keys(CONTENTS) as SiteRouteName[]).flatMap((name) =>
    CONTENTS[name](intl, locale, assets).map((content) => ({ ...content, layout: ROUTES[name].layout })),
  )
  const title = intl.formatMessage({ id: 'site.notFound.title', defaultMessage: 'Page Not Found' })
  const notFound: Page = {
    head: { path: NOT_FOUND, title: titled(intl, title), description: summaryOf(intl), indexed: false },
    layout: 'landing',
    body: <NotFoundPage />,
  }
  return [...routed, notFound]
}

/** One page per route, or one per parameter value. */
const CONTENTS: Readonly<Record<SiteRouteName, (intl: IntlShape, locale: Locale, assets: Assets) => Content[]>> = {
  home: (intl, locale) => [
    {
      head: {
        path: paths.home,
        title: intl.formatMessage({ id: 'site.landing.page', defaultMessage: 'Zest – Get to the Recipe' }),
        description: summaryOf(intl),
        data: {
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: 'Zest',
          url: `${ORIGIN}${withLocale(paths.home, locale)}`,
          description: summaryOf(intl),
          inLanguage: locale,
        },
      },
      body: <LandingPage />,
    },
  ],
  bookmarklet: (intl, _locale, { bookmark }) => [
    {
      head: {
        path: paths.bookmarklet,
        title: titled(intl, intl.formatMessage({ id: 'site.bookmarklet.page', defaultMessage: 'Bookmarklet' })),
        description: intl.formatMessage({
          id: 'site.bookmarklet.description',
          defaultMessage: 'A bookmark that sends the recipe page you’re on to Zest with one click.',
        }),
      },
      body: <BookmarkletPage code={bookmark} />,
    },
  ],
  articles: (intl) => [
    {
      head: {
        path: paths.articles,
        title: titled(intl, intl.formatMessage({ id: 'site.articles.title', defaultMessage: 'Articles' })),
        description: intl.formatMessage({
          id: 'site.articles.lead',
          defaultMessage: 'Short reads on cooking from recipes written for someone else’s kitchen.',
        }),
      },
      body: <ArticlesPage />,
    },
  ],
  article: (intl, locale) => ARTICLES.map((slug) => article(intl, locale, slug)),
  terms: (intl, locale) => [legal(intl, locale, 'terms')],
  privacy: (intl, locale) => [legal(intl, locale, 'privacy')],
  contact: (intl, locale) => {
    const { head } = text(intl, locale, 'contact')
    return [{ head, body: <ContactPage text={textOf('contact', locale)} /> }]
  },
  changelog: (intl, locale) => [text(intl, locale, 'changelog')],
}

function text(intl: IntlShape, locale: Locale, name: 'terms' | 'privacy' | 'contact' | 'changelog'): Content {
  const read = textOf(name, locale)
  return {
    head: { path: paths[name], title: titled(intl, read.title), description: read.description },
    body: <TextPage text={read} />,
  }
}

/** A legal text. Adds the column, because its route has the landing layout. */
function legal(intl: IntlShape, locale: Locale, name: 'terms' | 'privacy'): Content {
  const { head, body } = text(intl, locale, name)
  return { head, body: <Column>{body}</Column> }
}

function article(intl: IntlShape, locale: Locale, slug: Slug): Content {
  const read = textOf(`articles/${slug}`, locale)
  const path = paths.article(slug)
  return {
    head: {
      path,
      title: titled(intl, read.title),
      description: read.description,
      article: { date: read.date },
      data: {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: read.title,
        description: read.description,
        datePublished: read.date,
        inLanguage: locale,
        mainEntityOfPage: `${ORIGIN}${withLocale(path, locale)}`,
        image: `${ORIGIN}/pictures/card-${locale}.jpg`,
        author: { '@type': 'Organization', name: 'Zest' },
      },
    },
    body: <TextPage text={read} back={withLocale(paths.articles, locale)} more={<MoreArticles than={slug} />} />,
  }
}

function titled(intl: IntlShape, title: string): string {
  return intl.formatMessage({ id: 'site.title', defaultMessage: '{title} – Zest' }, { title })
}

function summaryOf(intl: IntlShape): string {
  return intl.formatMessage({
    id: 'site.description',
    defaultMessage: 'Clean structured recipes from URLs or images.',
  })
}
