import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { type DemoPage, demoKitchen } from './my-recipes'
import { text } from './text'

const panel = (page: Page) => page.locator('[data-batch]')
const summary = (page: Page) => page.locator('[data-batch="done"]')
const choice = (page: Page) => page.locator('[data-addresses]')
const submit = (page: Page, count: number) =>
  choice(page).getByRole('button', { name: text('addresses.submit', { count }), exact: true })
const outcome = (page: Page, name: string, count: number) =>
  summary(page).locator(`[data-outcome="${name}"][data-count="${count}"]`)

/** The same pages under different addresses. */
const addressesOf = (pages: readonly DemoPage[], count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${BASE_URL}${pages[index % pages.length]?.path}?${name}=${index}`)

/**
 * Simulates the server's limit: after `room` imports, refuses each until `end` is called.
 * @param secondsLeft time in the refusals
 */
async function limit(page: Page, room: number, secondsLeft: number) {
  const admitted = new Set<string>()
  let isOver = false
  await page.route('**/graphql', async (route) => {
    const body: { query: string; variables: { input?: { id?: string } } } | null = route.request().postDataJSON()
    const id = body?.variables.input?.id ?? ''
    if (!body?.query.includes('createRecipe(')) return route.fallback()
    if (isOver || admitted.has(id) || admitted.size < room) {
      admitted.add(id)
      return route.fallback()
    }
    const again = new Date(Date.now() + secondsLeft * 1_000).toISOString()
    const message = `LIMIT_REACHED: try again after ${again}`
    return route.fulfill({
      json: { data: { createRecipe: null }, errors: [{ message, errorType: 'Lambda:Unhandled' }] },
    })
  })
  return {
    end: () => {
      isOver = true
    },
  }
}

/** Number of addresses in the paste; the environment can set another even one, such as 200. */
const COUNT = Number(process.env['ADDRESSES'] ?? 50)

test('many addresses in one paste are imported beyond the limit and a reload', async ({ page, list, guest }) => {
  test.setTimeout(600_000)
  const { recipes, without } = await demoKitchen()
  await guest.import(recipes[0]?.path ?? '')
  await list.open()
  await list.count('SUCCESS', 1)
  const good = addressesOf(recipes, COUNT - 7, 'n')
  const others = [recipes[0]?.path, without.path, '/demo/status/403', '/demo/is-not-there.html']
  const all = [
    ...good.slice(0, COUNT / 2),
    ...others.map((path) => `${BASE_URL}${path}`),
    ...good.slice(COUNT / 2),
    ...good.slice(0, 3),
  ]
  expect(all).toHaveLength(COUNT)
  const server = await limit(page, COUNT / 4, 5)

  await list.box.fill(all.map((address, index) => `Recipe ${index}\n${address}`).join('\n'))
  await page.getByRole('button', { name: text('urlBox.submit') }).click()
  await choice(page).locator('[data-there="1"][data-repeated="3"]').waitFor()
  await expectAccessible(page, 'choice of addresses')
  const begun = Date.now()
  await submit(page, COUNT - 4).click()
  await panel(page).locator('[data-again*="T"]').waitFor({ timeout: 300_000 })
  await page.reload()
  await panel(page).locator('[data-again*="T"]').waitFor()
  server.end()
  await summary(page).waitFor({ timeout: 400_000 })
  process.stdout.write(`\n${COUNT} addresses: ${Math.round((Date.now() - begun) / 1_000)} s\n`)
  await outcome(page, 'imported', COUNT - 7).waitFor()
  await outcome(page, 'there', 1).waitFor()
  await outcome(page, 'no_recipe', 1).waitFor()
  await outcome(page, 'dead', 1).waitFor()
  await outcome(page, 'blocked', 1).locator('summary').click()
  // The actions are those of a blocked import.
  await outcome(page, 'blocked', 1).locator('[data-blocked]').getByRole('textbox').waitFor()
  await expectAccessible(page, 'summary of addresses')

  await summary(page)
    .getByRole('button', { name: text('batch.remove') })
    .click()
  await list.count('FAILED', 0)
  await summary(page)
    .getByRole('button', { name: text('batch.close') })
    .click()
  await panel(page).waitFor({ state: 'detached' })
  await page.reload()
  await list.live()
  expect(await panel(page).count()).toBe(0)
})

test('a bookmarks file is a choice by folder, and the rest can be cancelled', async ({ page, list }) => {
  const { recipes } = await demoKitchen()
  const [soups, cakes] = [addressesOf(recipes, 3, 's'), addressesOf(recipes, 4, 'c')]
  const links = (addresses: readonly string[]) =>
    addresses.map((address, index) => `<DT><A HREF="${address}">Bookmark ${index}</A>`).join('\n')
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Soups</H3><DL><p>${links(soups)}</DL><p>
    <DT><H3>Cakes</H3><DL><p>${links(cakes)}</DL><p></DL>`
  await list.open()
  await limit(page, 2, 3_000)
  await page.locator('[data-chooser]').setInputFiles({
    name: 'bookmarks.html',
    mimeType: 'text/html',
    buffer: Buffer.from(html),
  })
  await choice(page).getByRole('checkbox', { name: 'Cakes', exact: true }).uncheck()
  await submit(page, 3).click()
  await panel(page).locator('[data-again*="T"]').waitFor()
  await list.count('SUCCESS', 2)
  await panel(page)
    .getByRole('button', { name: text('batch.cancel') })
    .click()
  await outcome(page, 'imported', 2).waitFor()
  await outcome(page, 'cancelled', 1).waitFor()
})

test('the choice of addresses fits 320 px', async ({ page, list }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await list.open()
  await list.box.fill(`https://example.com/${'long-'.repeat(60)} https://example.com/b`)
  await page.getByRole('button', { name: text('urlBox.submit') }).click()
  await choice(page).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
