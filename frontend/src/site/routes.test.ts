import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES, localeOf, withLocale, withoutLocale } from '../shared/i18n/locale'
import { PARAMETERS, ROUTE_NAMES, ROUTES } from '../shared/lib/routing/routes'
import { fileOf, PUBLIC_PAGES } from './addresses'

/** The paths as alternatives of a regular expression, without language prefix. */
function alternatives(paths: readonly string[]): string {
  return paths.map((path) => path.slice(1).replaceAll('/', '\\/')).join('|')
}

describe('the route expressions of template.yaml', () => {
  const template = readFileSync('../template.yaml', 'utf8')
  const language = `(\\/(${LOCALES.filter((locale) => locale !== 'en').join('|')}))?`

  // The local front door reads both expressions from template.yaml.
  it('match the screens of the app', () => {
    const paths = Object.values(ROUTES)
      .filter(({ of }) => of === 'app')
      .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? ''))
    expect(template).toContain(`var APP = /^${language}\\/(${alternatives(paths)})\\/?$/;`)
  })

  it('match the public pages', () => {
    const paths = PUBLIC_PAGES.filter((path) => path !== '/')
    expect(template).toContain(`var PAGES = /^${language}(\\/(${alternatives(paths)}))?\\/?$/;`)
  })
})

describe('the example addresses for server tests', () => {
  type Row = { address: string; file: string; status: number }
  const rows: Row[] = JSON.parse(readFileSync('../infra/site-addresses.json', 'utf8'))
  const found = rows.filter(({ status }) => status === 200)

  it.each(ROUTE_NAMES)('has the route %s', (name) => {
    const { of, path } = ROUTES[name]
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, (_, parameter: string) => PARAMETERS[parameter] ?? '')}$`)
    const row = found.find(({ address }) => pattern.test(withoutLocale(address)))
    const locale = localeOf(row?.address ?? '')
    const app = withLocale('/index.html', locale).slice(1)
    expect(row?.file).toBe(of === 'app' ? app : fileOf(withoutLocale(row?.address ?? ''), locale))
  })

  it('name the built file of each public page', () => {
    const pages = new Map(
      LOCALES.flatMap((locale) => PUBLIC_PAGES.map((path) => [withLocale(path, locale), fileOf(path, locale)])),
    )
    for (const { address, file } of found) {
      if (pages.has(address)) expect(file, address).toBe(pages.get(address))
    }
  })
})
