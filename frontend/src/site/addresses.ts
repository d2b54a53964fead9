import { type Locale, prefixOf } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ROUTES } from '../shared/lib/routing/routes'

/** The articles, newest first. An article has one slug in all languages, so that its translations find each other. */
export const ARTICLES = [
  'recipes-from-the-shoe-box',
  'one-list-from-two-recipes',
  'read-an-ingredient-line',
  'scale-a-recipe',
  'keep-a-recipe-from-a-closed-site',
  'cups-and-grams',
] as const

export type Slug = (typeof ARTICLES)[number]

/** Every public page that search engines may list, as its address without the prefix of a language. */
export const PUBLIC_PAGES: readonly string[] = Object.values(ROUTES)
  .filter(({ of, sitemap }) => of === 'site' && sitemap)
  .flatMap(({ path }) => (path.includes(':slug') ? ARTICLES.map((slug) => path.replace(':slug', slug)) : [path]))

/** The page for addresses that do not exist; it has no address of its own. */
export const NOT_FOUND = '/404'

/**
 * The file that a public page is built to: "/" → "home.html" (index.html is the app), Spanish "/terms" →
 * "es/terms.html". The front doors find it by the same rule.
 */
export function fileOf(path: string, locale: Locale): string {
  return `${prefixOf(locale)}${path === paths.home ? '/home' : path}.html`.slice(1)
}

/**
 * Stands for the origin in what is built; whoever serves the files fills the real one in. One build fits every stage,
 * and search engines want whole addresses.
 */
export const ORIGIN = 'https://zest.invalid'

/** Stands for the mail address of whoever runs this Zest, filled in in the same way. */
export const CONTACT = 'contact@zest.invalid'
