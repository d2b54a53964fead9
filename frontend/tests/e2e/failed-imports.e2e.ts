import { BASE_URL, settled } from './browser'
import { expect, test } from './fixtures'
import { isKept } from './kept'
import { demoKitchen, demoPage } from './my-recipes'
import { text } from './text'

const REASON = text('problem.NOT_A_RECIPE')

/** Why an import failed is not among what the list loads first. */
test.describe('a failed import in the list', () => {
  test.beforeEach(async ({ guest }) => {
    const { without } = await demoKitchen()
    await guest.import((await demoPage('tomato-galette')).path, without.path)
  })

  for (const [width, height] of [
    [360, 780],
    [1280, 900],
  ] as const) {
    test(`keeps the place of its reason on a screen of ${width} by ${height}`, async ({ page, list }) => {
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

    test('says its reason without a network', async ({ context, page, list }) => {
      await list.open()
      await list.withStatus('FAILED').getByText(REASON).waitFor()
      await isKept(page)
      await context.setOffline(true)
      await page.goto(`${BASE_URL}/my-recipes`)
      await list.withStatus('FAILED').getByText(REASON).waitFor()
    })
  })
})
