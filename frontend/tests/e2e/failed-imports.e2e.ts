import { expectAccessible } from './accessibility'
import { BASE_URL, settled } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { isKept } from './kept'
import { demoKitchen, demoPage, MyRecipes } from './my-recipes'
import { text } from './text'

const REASON = text('problem.NOT_A_RECIPE')

/** The reasons of failed imports are loaded after the list. */
test.describe('failed import in the list', () => {
  test.beforeEach(async ({ guest }) => {
    const { without } = await demoKitchen()
    await guest.import((await demoPage('tomato-galette')).path, without.path)
  })

  for (const [width, height] of [
    [360, 780],
    [1280, 900],
  ] as const) {
    test(`reserves space for its reason at ${width} × ${height}`, async ({ page, list }) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.setViewportSize({ width, height })
      await page.route('**/assets/Reason-*.js', async (route) => {
        await released
        await route.continue()
      })
      await list.open()
      const card = list.withStatus('FAILED')
      await card.getByRole('button', { name: text('card.retry'), exact: true }).waitFor()
      await settled(page)
      const before = await card.boundingBox()
      expect(await card.getByText(REASON).count()).toBe(0)
      release()
      await card.getByText(REASON).waitFor()
      expect(await card.boundingBox()).toEqual(before)
    })
  }

  test.describe('with a service worker', () => {
    test.use({ serviceWorkers: 'allow' })

    test('shows its reason without a network', async ({ context, page, list }) => {
      await list.open()
      await list.withStatus('FAILED').getByText(REASON).waitFor()
      await isKept(page)
      await context.setOffline(true)
      await page.goto(`${BASE_URL}/my-recipes`)
      await list.withStatus('FAILED').getByText(REASON).waitFor()
    })
  })
})

const CORN_SOUP =
  '<h1>Corn soup</h1><h2>Ingredients</h2><ul><li>300 g corn</li><li>1 onion</li><li>500 ml stock</li></ul>' +
  '<h2>Method</h2><ol><li>Soften the onion in a pot.</li><li>Add corn and stock and simmer for 15 minutes.</li></ol>'

/** A site that refuses servers still answers the user's browser. */
test.describe('a page that blocks Zest', () => {
  test('names the bookmarklet on a computer', async ({ page, list, guest }) => {
    await guest.import('/demo/status/403')
    await list.open()
    const ways = page.locator('[data-blocked]')
    const bookmarklet = ways.getByRole('link', { name: text('blocked.bookmarklet'), exact: true })
    await expect(bookmarklet).toHaveAttribute('href', '/bookmarklet')
    await ways.getByRole('textbox', { name: text('blocked.paste'), exact: true }).waitFor()
    await expectAccessible(page, 'a blocked page')
  })

  for (const [kind, copied] of [
    ['text/html', CORN_SOUP],
    ['text/plain', CORN_SOUP.replace(/<[^>]+>/g, '\n')],
  ] as const) {
    test(`is pasted as ${kind} on a phone, and its recipe keeps the address`, async ({ newPerson }) => {
      const guest = await Guest.arrive()
      await guest.import('/demo/status/403')
      const phone = await newPerson({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true })
      await guest.enter(phone)
      const page = await phone.newPage()
      const list = new MyRecipes(page)
      await list.open()
      const ways = page.locator('[data-blocked]')
      const box = ways.getByRole('textbox')
      await box.waitFor()
      expect(await ways.getByRole('link', { name: text('blocked.bookmarklet') }).count()).toBe(0)
      await box.evaluate(
        (element, [type, data]) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData(type, data)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        [kind, copied] as const,
      )
      await list.count('SUCCESS', 1)
      await list.count('FAILED', 0)
      await list.withStatus('SUCCESS').getByRole('link', { name: 'Corn soup' }).click()
      const address = page.getByRole('main').locator(`a[href="${BASE_URL}/demo/status/403"]`)
      await address.waitFor()
    })
  }
})
