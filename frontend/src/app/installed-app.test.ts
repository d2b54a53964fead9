import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pagesOf } from '../../build/plugins/service-worker'
import { LOCALES, prefixOf } from '../shared/i18n/locale'
import { fileKind } from '../shared/lib/importing/file-kind'
import { FILES, SHARE_PATH, WORDS } from '../shared/lib/importing/shared-files'

const addresses: { address: string; file: string; status: number }[] = JSON.parse(
  readFileSync('../infra/site-addresses.json', 'utf8'),
)
const isApp = (file: string) => file.endsWith('index.html')
const manifests = LOCALES.map((locale) => ({
  locale,
  prefix: prefixOf(locale),
  manifest: JSON.parse(readFileSync(`public${prefixOf(locale)}/manifest.webmanifest`, 'utf8')),
}))

it('the service worker serves the app at the same addresses as the servers', () => {
  const app = new RegExp(pagesOf('app'))
  for (const { address, file } of addresses) expect(app.test(address), address).toBe(isApp(file))
  expect(app.test('/oauth/callback?code=1&state=2')).toBe(true)
})

it('the service worker keeps public pages at the servers’ addresses', () => {
  const site = new RegExp(pagesOf('site'))
  const pages = addresses.filter(({ status, file }) => status === 200 && file.endsWith('.html'))
  for (const { address, file } of pages) expect(site.test(address), address).toBe(!isApp(file))
})

it.each(manifests)('is one app in $locale, with icons that are there', ({ locale, prefix, manifest }) => {
  const english = manifests[0]?.manifest
  expect(manifest.lang).toBe(locale)
  expect(manifest.start_url).toBe(`${prefix}/my-recipes`)
  for (const field of ['id', 'scope', 'display', 'icons', 'theme_color', 'background_color']) {
    expect(manifest[field], field).toEqual(english[field])
  }
  const app = new RegExp(pagesOf('app'))
  for (const { url } of manifest.shortcuts) expect(app.test(url), url).toBe(true)
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true)
  expect(manifest.icons.map((icon: { purpose?: string }) => icon.purpose)).toContain('maskable')
})

it.each(manifests)('can be shared to in $locale', ({ prefix, manifest }) => {
  const { action, method, enctype, params } = manifest.share_target
  expect({ action, method, enctype }).toEqual({
    action: `${prefix}${SHARE_PATH}`,
    method: 'POST',
    enctype: 'multipart/form-data',
  })
  const { files, ...words } = params
  expect(words).toEqual(Object.fromEntries(WORDS.map((name) => [name, name])))
  expect(files).toEqual([{ name: FILES, accept: expect.arrayContaining(['image/*', 'application/pdf']) }])
  expect(files).toEqual(manifests[0]?.manifest.share_target.params.files)
  // Every file type of the share target can be imported.
  const nothing = new Uint8Array()
  for (const accepted of files[0].accept.filter((one: string) => one.startsWith('.'))) {
    expect(fileKind(nothing, `a${accepted}`, '').kind, accepted).toBe('file')
  }
})
