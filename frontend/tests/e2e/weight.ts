import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { LOCALES, withLocale } from '../../src/shared/i18n/locale'
import { FIRST_CARDS_KEY } from '../../src/shared/lib/list/stored-keys'
import { PUBLIC_PAGES } from '../../src/site/addresses'
import { BASE_URL } from './browser'
import type { Guest } from './guest'

/** Script sizes of a page in bytes after Brotli 11. */
export interface Weight {
  page: string
  scripts: number
  bytes: number
}

/** Size after Brotli at quality 11. */
export function brotliBytes(text: string | Buffer): number {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  return brotliCompressSync(text, {
    params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT },
  }).byteLength
}

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>

/** Storage state of a guest with a recipe, and the recipe's id. */
export async function someoneWithARecipe(
  context: BrowserContext,
  guest: Guest,
): Promise<{ storage: Storage; id: string }> {
  const [id = ''] = await guest.import('/demo/tomato-galette.html')
  // A visit fills the app's storage.
  const page = await context.newPage()
  await page.goto(`${BASE_URL}/my-recipes`)
  await page.locator('article[data-status="SUCCESS"]').waitFor()
  await page.locator('[data-synced="true"]').waitFor()
  await page.close()
  return { storage: await context.storageState({ indexedDB: true }), id }
}

/** The same person on a device that has not shown the list. */
export function withoutCards(storage: Storage): Storage {
  const origins = storage.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ name }) => name !== FIRST_CARDS_KEY),
  }))
  return { ...storage, origins }
}

/**
 * Scripts that the app requests for a page with an empty cache before `shown` appears, by the page's clock, so that
 * later preloads do not count on a slow machine.
 */
export async function firstLoad(browser: Browser, storage: Storage, path: string, shown: string): Promise<Weight> {
  const person = await browser.newContext({ storageState: storage, serviceWorkers: 'block' })
  const page = await person.newPage()
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await page.addInitScript(markWhenShown, shown)
  await page.goto(`${BASE_URL}${path}`)
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0, null, { timeout: 30_000 })
  const early = new Set(
    await page.evaluate(() => {
      const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? 0
      const resources = performance.getEntriesByType('resource')
      return resources.filter(({ startTime }) => startTime <= shownAt).map(({ name }) => name)
    }),
  )
  const needed = scripts.filter((response) => early.has(response.url()))
  const sizes = await Promise.all(needed.map(bytesOf))
  await person.close()
  return { page: path, scripts: sizes.length, bytes: sum(sizes) }
}

/** Cache of sizes: pages share scripts, and Brotli 11 is slow. */
const known = new Map<string, Promise<number>>()

function bytesOf(script: Response): Promise<number> {
  const url = script.url()
  const bytes = known.get(url) ?? script.body().then(brotliBytes)
  known.set(url, bytes)
  return bytes
}

/** Runs before the page's scripts: records when an element first appears. */
function markWhenShown(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return
    performance.mark('shown')
    observer.disconnect()
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** Script sizes of each public page, the largest of its languages. */
export async function publicPages(page: Page): Promise<Weight[]> {
  const weights: Weight[] = []
  for (const path of [...PUBLIC_PAGES, '/404.html']) {
    const inAll = await Promise.all(LOCALES.map((locale) => publicPage(page, withLocale(path, locale))))
    weights.push(inAll.reduce((heaviest, weight) => (weight.bytes > heaviest.bytes ? weight : heaviest)))
  }
  return weights
}

async function publicPage(page: Page, path: string): Promise<Weight> {
  const html = await (await page.request.get(`${BASE_URL}${path}`)).text()
  const sizes: number[] = []
  for (const [, attributes = '', inline = ''] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    // JSON-LD is not a script.
    if (attributes.includes('ld+json')) continue
    const [, source] = /src="([^"]+)"/.exec(attributes) ?? []
    sizes.push(
      brotliBytes(source === undefined ? inline : await (await page.request.get(`${BASE_URL}${source}`)).body()),
    )
  }
  return { page: path, scripts: sizes.length, bytes: sum(sizes) }
}

/** All scripts of the build. */
export function chunks(): Weight[] {
  const folder = join(import.meta.dirname, '../../dist/assets')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ page: name, scripts: 1, bytes: brotliBytes(readFileSync(join(folder, name))) }))
    .sort((a, b) => b.bytes - a.bytes)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
