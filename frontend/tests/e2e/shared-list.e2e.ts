import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { goOffline } from './offline'
import { pattern, text } from './text'

const thing = (on: Page, name: string): Locator => on.locator(`[data-item="${name}"]`)
const tick = (on: Page, name: string): Locator => thing(on, name).getByRole('checkbox')
const connected = (on: Page) => on.locator('[data-list-connection="connected"]').waitFor()
/** Waits until the server has confirmed all changes of this device. */
const confirmed = (on: Page) => on.locator('[data-waiting="0"]').waitFor({ state: 'attached' })

async function write(on: Page, name: string): Promise<void> {
  const field = on.getByRole('textbox', { name: text('shopping.addItem'), exact: true })
  await field.fill(name)
  await field.press('Enter')
  await thing(on, name).waitFor()
}

/** A guest shares a list of two items; returns the page and the link. */
async function share(person: BrowserContext): Promise<{ page: Page; link: string }> {
  await (await Guest.arrive()).enter(person)
  const page = await person.newPage()
  await page.goto(`${BASE_URL}/shopping-list`)
  await write(page, 'milk')
  await write(page, 'kitchen foil')
  await tick(page, 'milk').check()
  await page.getByRole('button', { name: text('sharedList.share') }).click()
  await page.getByRole('heading', { level: 1, name: text('sharedList.title') }).waitFor()
  await connected(page)
  return { page, link: page.url() }
}

test.describe('shared list', () => {
  test('two devices see and tick the same list', async ({ newPerson }) => {
    const { page, link } = await share(await newPerson())
    expect(link).toMatch(/\/shopping-list#[0-9a-f]{32}$/)
    // A person without a session opens the link.
    const other = await (await newPerson()).newPage()
    const requested: string[] = []
    other.on('request', (request) => requested.push(request.url()))
    await other.goto(link)
    await connected(other)
    expect(await tick(other, 'milk').isChecked()).toBe(true)
    await tick(other, 'kitchen foil').check()
    await expect.poll(() => tick(page, 'kitchen foil').isChecked()).toBe(true)
    await write(page, 'eggs')
    await thing(other, 'eggs').waitFor()
    // The aisle is that of the food.
    await other.locator('[data-aisle="dairy"]').locator('[data-item="eggs"]').waitFor()
    await thing(other, 'milk')
      .getByRole('button', { name: pattern('shopping.remove') })
      .click()
    await expect.poll(() => thing(page, 'milk').count()).toBe(0)
    await takePictures(page, 'shared-list')
    await expectNarrowEnough(page, 'a shared list')
    await expectAccessible(page, 'a shared list')
    // No requested address contains the secret, except in the fragment, which is not sent.
    const id = link.split('#')[1] ?? ''
    expect(requested.filter((url) => url.split('#')[0]?.includes(id))).toEqual([])
  })

  test('changes made offline merge per item', async ({ newPerson }) => {
    const { page, link } = await share(await newPerson())
    const shopper = await newPerson()
    const other = await shopper.newPage()
    await other.goto(link)
    await connected(other)
    await goOffline(other)
    await tick(other, 'kitchen foil').check()
    await write(other, 'bread')
    await tick(page, 'milk').uncheck()
    await confirmed(page)
    await shopper.setOffline(false)
    await thing(page, 'bread').waitFor()
    await expect.poll(() => tick(page, 'kitchen foil').isChecked()).toBe(true)
    await expect.poll(() => tick(other, 'milk').isChecked()).toBe(false)
  })

  test('owner ends the list and gets back what is left', async ({ newPerson }) => {
    const { page, link } = await share(await newPerson())
    const other = await (await newPerson()).newPage()
    await other.goto(link)
    await connected(other)
    expect(await other.getByRole('button', { name: text('sharedList.end') }).count()).toBe(0)
    await page.getByRole('button', { name: text('sharedList.end') }).click()
    await page.getByRole('button', { name: text('sharedList.end'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: text('shopping.title'), exact: true }).waitFor()
    await thing(page, 'kitchen foil').waitFor()
    expect(await thing(page, 'milk').count()).toBe(0)
    await other.getByRole('heading', { name: text('sharedList.gone') }).waitFor()
    await expectAccessible(other, 'an ended list')
    await other.reload()
    await other.getByRole('heading', { name: text('sharedList.gone') }).waitFor()
    expect(
      await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('zest.shared-list.'))),
    ).toEqual([])
  })

  test('list of the device moves into a shared one, which opens from it', async ({ newPerson }) => {
    const { page, link } = await share(await newPerson())
    await page.getByRole('link', { name: text('sharedList.back') }).click()
    await page.getByRole('heading', { level: 1, name: text('shopping.title'), exact: true }).waitFor()
    await write(page, 'onions')
    await page.getByRole('button', { name: text('sharedList.addTo', { count: 2 }) }).click()
    await connected(page)
    await thing(page, 'onions').waitFor()
    await confirmed(page)
    expect(page.url()).toBe(link)
    await page.getByRole('link', { name: text('sharedList.back') }).click()
    await page.getByRole('heading', { name: text('shopping.empty') }).waitFor()
    await page.locator(`[data-shared-list="${link.split('#')[1]}"]`).click()
    await thing(page, 'onions').waitFor()
  })

  test('page is named in every language', async ({ newPerson }) => {
    const { page, link } = await share(await newPerson())
    for (const language of ['es', 'fr'] as const) {
      const title = text('sharedList.title', {}, language)
      await page.goto(link.replace('/shopping-list', `/${language}/shopping-list`))
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await page.title()).toBe(`${title} – Zest`)
    }
  })
})
