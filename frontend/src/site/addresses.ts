import { type Locale, prefixOf } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ROUTES } from '../shared/lib/routing/routes'

/** Slugs of the articles, newest first; the same in every language. */
export const ARTICLES = [
  'recipes-from-the-shoe-box',
  'one-list-from-two-recipes',
  'read-an-ingredient-line',
  'scale-a-recipe',
  'keep-a-recipe-from-a-closed-site',
  'cups-and-grams',
] as const

export type Slug = (typeof ARTICLES)[number]

/** Paths of the pages in the sitemap, without language prefix. */
export const PUBLIC_PAGES: readonly string[] = Object.values(ROUTES)
  .filter(({ of, sitemap }) => of === 'site' && sitemap)
  .flatMap(({ path }) => (path.includes(':slug') ? ARTICLES.map((slug) => path.replace(':slug', slug)) : [path]))

/** Path of the 404 page; no address leads to it. */
export const NOT_FOUND = '/404'

/** File of a page: "/" is "home.html" (index.html is the app), Spanish "/terms" is "es/terms.html". The servers use the same rule. */
export function fileOf(path: string, locale: Locale): string {
  return `${prefixOf(locale)}${path === paths.home ? '/home' : path}.html`.slice(1)
}

/** Placeholder that the server replaces with its origin, so that one build serves every stage. */
export const ORIGIN = 'https://zest.invalid'

/** Placeholder of the operator's email address. */
export const CONTACT = 'contact@zest.invalid'
