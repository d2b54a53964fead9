import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, newVisitor, settled, takePictures } from './browser'
import { isKept } from './kept'
import { newEmail, signUp } from './members'
import { type DemoPage, demoPage, MyRecipes } from './my-recipes'

/** What somebody does in a kitchen without a network: each step stands on the one before. */
describe('without a network', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let dish: DemoPage

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor('allow'))
    list = new MyRecipes(page)
    dish = await demoPage(person, 'tomato-galette')
    await list.open()
    await list.paste(`${BASE_URL}${dish.path}`)
    await list.count('SUCCESS', 1)
    await list.cards.locator('img').waitFor()
    await isKept(page)
    await person.setOffline(true)
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('opens the list with its pictures, and says since when it is so', async () => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('link', { name: dish.title }).first().waitFor()
    await expect
      .poll(() => list.cards.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByText('You are offline.').waitFor()
    await settled(page)
    await expectNoBarrier(page, 'offline list', 'anything')
    await takePictures(page, 'offline-list')
  })

  it('opens a recipe and cooks it', async () => {
    await page.getByRole('link', { name: dish.title }).first().click()
    await page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: dish.title }).waitFor()
    await page.goto(`${page.url()}/cook`)
    await page.locator('[data-cook]').first().waitFor()
    await page.reload()
    await page.locator('[data-cook]').first().waitFor()
  })

  it.each([
    ['/es/my-recipes', 'Mis recetas'],
    ['/fr/my-recipes', 'Mes recettes'],
    ['/shopping-list', 'Shopping list'],
    ['/fr/profile', /./],
    ['/login', /./],
  ])('opens %s', async (path, heading) => {
    await page.goto(`${BASE_URL}${path}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  })

  it('keeps an address through a reload and in two tabs, and sends it once', async () => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.paste(`${BASE_URL}${dish.path}?later`)
    await list.count('FAILED', 1)
    await page.reload()
    await page.getByText('it is sent again as soon as you are connected').first().waitFor()
    const other = new MyRecipes(await person.newPage())
    await other.page.goto(`${BASE_URL}/my-recipes`)
    await other.page.getByText('it is sent again as soon as you are connected').first().waitFor()
    await person.setOffline(false)
    await Promise.all([list.live(), other.live()])
    await list.count('SUCCESS', 2)
    await other.count('SUCCESS', 2)
    await other.page.close()
    await expect.poll(() => page.getByText('You are offline.').count()).toBe(0)
  })

  it('saves an edit, shows that it waits, and sends it once the network is back', async () => {
    // The newest was imported a moment ago; the one before it is kept.
    await page.getByRole('link', { name: dish.title }).last().click()
    await page.getByRole('heading', { level: 1, name: dish.title }).waitFor()
    await person.setOffline(true)
    await page.goto(`${page.url()}/edit`)
    await page.getByLabel('Title', { exact: true }).fill('Galette of the cellar')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved on this device.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    await page.locator('[data-waits]').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    await settled(page)
    await expectNoBarrier(page, 'a recipe whose edit waits', 'anything')
    await takePictures(page, 'offline-edit')
    const recipe = page.url()
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.cards.locator('[data-edit-waits]').getByText('Changes not sent yet').waitFor()
    await settled(page)
    await expectNoBarrier(page, 'a list with an edit that waits', 'anything')
    await takePictures(page, 'offline-edit-list')
    await page.goto(recipe)
    await page.locator('[data-waits]').waitFor()
    await person.setOffline(false)
    await expect.poll(() => page.locator('[data-waits]').count(), { timeout: 60_000 }).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    // What the server has: another browser's memory is not asked.
    await page.evaluate(() => indexedDB.deleteDatabase('zest-kept'))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
  })

  it('has broken nothing', () => {
    expect(faults).toEqual([])
  })
})

/** Two people share a device. */
describe('the next person on this device', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it.each(['signs out', 'is gone when the session has ended'])('sees nothing of somebody who %s', async (how) => {
    const person = await newPerson(browser, 'allow')
    const page = await person.newPage()
    await signUp(page, newEmail('offline'), '/credits')
    const list = new MyRecipes(page)
    await list.open()
    await list.paste(`${BASE_URL}/demo/tomato-galette.html`)
    await list.count('SUCCESS', 1)
    await list.cards.locator('img').waitFor()
    await isKept(page)
    if (how === 'signs out') {
      // Something that was shared with the app and never looked at.
      await page.evaluate(async () => {
        await (await caches.open('zest-shared')).put('/share/0', new Response('soup'))
      })
      await page.getByRole('button', { name: 'Your account', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
      await page.waitForURL(`${BASE_URL}/`)
      const left = () =>
        page.evaluate(async () => [
          ...(await indexedDB.databases()).map(({ name }) => name),
          ...(await caches.keys()).filter((name) => name === 'zest-pictures' || name === 'zest-shared'),
        ])
      await expect.poll(left).not.toContain('zest-kept')
      expect(await left()).not.toContain('zest-pictures')
      expect(await left()).not.toContain('zest-shared')
    } else {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) {
          if (key.startsWith('CognitoIdentityServiceProvider.')) localStorage.removeItem(key)
        }
      })
    }
    await person.setOffline(true)
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByText('No recipes are kept on this device').waitFor()
    expect(await list.cards.count()).toBe(0)
    await person.close()
  })
})
