import type { BrowserContext, Page } from '@playwright/test'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, settled, takePictures } from './browser'
import { expect, test } from './fixtures'
import { isKept } from './kept'
import { becomeMember } from './members'
import { type DemoPage, demoPage, MyRecipes } from './my-recipes'
import { text } from './text'

test.use({ serviceWorkers: 'allow' })

test.describe('without a network', () => {
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let dish: DemoPage
  let recipe: string

  test.beforeEach(async ({ context, page: own, list: ownList, guest }) => {
    ;[person, page, list] = [context, own, ownList]
    dish = await demoPage('tomato-galette')
    const [id] = await guest.import(dish.path)
    recipe = `${BASE_URL}/recipes/${id}`
    await list.open()
    await list.count('SUCCESS', 1)
    await list.cards.locator('img').waitFor()
    await isKept(page)
    await person.setOffline(true)
  })

  test('list with photos, recipe, cook mode and other screens open', async () => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('link', { name: dish.title }).first().waitFor()
    await expect
      .poll(() => list.cards.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByText(text('offline.title')).waitFor()
    await settled(page)
    await expectNoBarrier(page, 'offline list', 'anything')
    await takePictures(page, 'offline-list')
    await page.getByRole('link', { name: dish.title }).first().click()
    await page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: dish.title }).waitFor()
    await page.goto(`${page.url()}/cook`)
    await page.locator('[data-cook]').first().waitFor()
    await page.reload()
    await page.locator('[data-cook]').first().waitFor()
    for (const [path, language, heading] of [
      ['/es/my-recipes', 'es', text('myRecipes.title', {}, 'es')],
      ['/fr/my-recipes', 'fr', text('myRecipes.title', {}, 'fr')],
      ['/shopping-list', 'en', text('shopping.title')],
      ['/fr/profile', 'fr', /./],
      ['/login', 'en', /./],
    ] as const) {
      await test.step(path, async () => {
        const answer = await page.goto(`${BASE_URL}${path}`)
        expect(await answer?.text()).toContain(`<html lang="${language}"`)
        await page.getByRole('heading', { name: heading }).first().waitFor()
      })
    }
  })

  test('submitted address survives a reload and is sent once', async () => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.paste(`${BASE_URL}${dish.path}?later`)
    await list.count('FAILED', 1)
    await page.reload()
    await page.getByText(text('problem.OFFLINE')).first().waitFor()
    const other = new MyRecipes(await person.newPage())
    await other.page.goto(`${BASE_URL}/my-recipes`)
    await other.page.getByText(text('problem.OFFLINE')).first().waitFor()
    await person.setOffline(false)
    await Promise.all([list.live(), other.live()])
    await list.count('SUCCESS', 2)
    await other.count('SUCCESS', 2)
    await expect.poll(() => page.getByText(text('offline.title')).count()).toBe(0)
  })

  test('edit waits and is saved when the network is back', async () => {
    await page.goto(`${recipe}/edit`)
    await page.getByLabel(text('edit.field.title'), { exact: true }).fill('Galette of the cellar')
    await page.getByRole('button', { name: text('edit.save'), exact: true }).click()
    await page.getByText(text('edit.savedOffline')).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    await page.locator('[data-waits]').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    await settled(page)
    await expectNoBarrier(page, 'a recipe whose edit waits', 'anything')
    await takePictures(page, 'offline-edit')
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.cards.locator('[data-edit-waits]').getByText(text('card.editPending')).waitFor()
    await settled(page)
    await expectNoBarrier(page, 'a list with an edit that waits', 'anything')
    await takePictures(page, 'offline-edit-list')
    await page.goto(recipe)
    await page.locator('[data-waits]').waitFor()
    await person.setOffline(false)
    await expect.poll(() => page.locator('[data-waits]').count(), { timeout: 60_000 }).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
    // Checks the server, not another browser's cache.
    await page.evaluate(() => indexedDB.deleteDatabase('zest-kept'))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Galette of the cellar' }).waitFor()
  })
})

test.describe('next user of the device', () => {
  for (const how of ['signs out', 'is gone when the session has ended']) {
    test(`sees nothing of a user who ${how}`, async ({ context: person, page, list }) => {
      await becomeMember(page, 'offline')
      await list.open()
      await list.paste(`${BASE_URL}/demo/tomato-galette.html`)
      await list.count('SUCCESS', 1)
      await list.cards.locator('img').waitFor()
      await isKept(page)
      if (how === 'signs out') {
        // A share that was never opened.
        await page.evaluate(async () => {
          await (await caches.open('zest-shared')).put('/share/0', new Response('soup'))
        })
        await page.getByRole('button', { name: text('account.menu'), exact: true }).click()
        await page.getByRole('menuitem', { name: text('account.signOut'), exact: true }).click()
        await page.waitForURL(`${BASE_URL}/`)
        const left = () =>
          page.evaluate(async () => [
            ...(await indexedDB.databases()).map(({ name }) => name),
            ...(await caches.keys()).filter((name) => name === 'zest-pictures' || name === 'zest-shared'),
          ])
        await expect.poll(left).not.toContain('zest-kept')
        await expect.poll(left).not.toContain('zest-pictures')
        await expect.poll(left).not.toContain('zest-shared')
      } else {
        await page.evaluate(() => {
          for (const key of Object.keys(localStorage)) {
            if (key.startsWith('CognitoIdentityServiceProvider.')) localStorage.removeItem(key)
          }
        })
      }
      await person.setOffline(true)
      await page.goto(`${BASE_URL}/my-recipes`)
      await page.getByText(text('offline.nothing')).waitFor()
      expect(await list.cards.count()).toBe(0)
    })
  }
})
