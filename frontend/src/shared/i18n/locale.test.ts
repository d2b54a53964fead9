import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  LOCALES,
  localeOf,
  preferredLocale,
  rememberedLocale,
  rememberLocale,
  withLocale,
  withoutLocale,
} from './locale'

it.each([
  ['/', 'en'],
  ['/my-recipes', 'en'],
  ['/es', 'es'],
  ['/fr/my-recipes', 'fr'],
  ['/xx/my-recipes', 'en'],
  ['/español', 'en'],
  ['/espresso/es', 'en'],
  ['', 'en'],
])('%s is in %s', (pathname, locale) => {
  expect(localeOf(pathname)).toBe(locale)
})

it.each([
  ['/', 'es', '/es'],
  ['/es', 'en', '/'],
  ['/es/', 'fr', '/fr'],
  ['/my-recipes', 'fr', '/fr/my-recipes'],
  ['/fr/recipes/0a/cook', 'es', '/es/recipes/0a/cook'],
  ['/es/my-recipes', 'en', '/my-recipes'],
] as const)('%s in %s is %s', (pathname, locale, there) => {
  expect(withLocale(pathname, locale)).toBe(there)
})

it('switching the language and back gives the same path', () => {
  const pages = fc.array(fc.stringMatching(/^[a-z0-9-]+$/), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
  const locales = fc.constantFrom(...LOCALES)
  fc.assert(
    fc.property(pages, locales, locales, (page, one, other) => {
      const path = withoutLocale(page)
      fc.pre(withoutLocale(path) === path)
      const here = withLocale(path, one)
      expect(localeOf(here)).toBe(one)
      expect(withLocale(withLocale(here, other), one)).toBe(here)
      expect(withoutLocale(here)).toBe(path)
    }),
  )
})

it('the choice is stored for a year, on all paths, and not sent cross-site', () => {
  const page = { cookie: '' }
  rememberLocale('es', page)
  expect(page.cookie).toBe('i18n_redirected=es; path=/; max-age=31536000; samesite=lax')
})

it.each([
  ['i18n_redirected=fr', 'fr'],
  ['a=b; i18n_redirected=es; c=d', 'es'],
  ['xi18n_redirected=es', null],
  ['i18n_redirected=xx', null],
  ['i18n_redirected=toString', null],
  ['', null],
])('the cookies "%s" remember %s', (cookies, locale) => {
  expect(rememberedLocale(cookies)).toBe(locale)
})

it.each([
  [['es-MX', 'en'], 'es'],
  [['de-DE', 'FR-ca', 'es'], 'fr'],
  [['pt', 'ja'], 'en'],
  [[], 'en'],
])('a browser that speaks %j gets %s', (languages, locale) => {
  expect(preferredLocale(languages)).toBe(locale)
})
