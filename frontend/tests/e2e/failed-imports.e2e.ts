import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, newVisitor, settled } from './browser'
import { isKept } from './kept'
import { demoKitchen, MyRecipes } from './my-recipes'

const REASON = 'We found no recipe on this page.'

/** Why an import failed is not among what the list loads first. */
describe.each(['block', 'allow'] as const)(
  'a failed import in the list, where service workers are to %s',
  (workers) => {
    let browser: Browser
    let person: BrowserContext
    let page: Page
    let list: MyRecipes

    beforeAll(async () => {
      ;({ browser, person, page } = await newVisitor(workers))
      list = new MyRecipes(page)
      const { recipes, without } = await demoKitchen(person)
      const dish = recipes.find(({ path }) => path.includes('tomato-galette'))
      await list.open()
      await list.paste(`${BASE_URL}${dish?.path}`)
      await list.count('SUCCESS', 1)
      await list.paste(`${BASE_URL}${without.path}`)
      await list.count('FAILED', 1)
      await page.getByText(REASON).first().waitFor()
    })

    afterAll(async () => {
      await browser?.close()
    })

    it.runIf(workers === 'block').each([
      [360, 780],
      [1280, 900],
    ])('keeps the place of its reason on a screen of %i by %i', async (width, height) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.setViewportSize({ width, height })
      await page.route('**/assets/Reason-*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.reload()
      const card = list.withStatus('FAILED')
      await card.getByRole('button', { name: 'Try again', exact: true }).waitFor()
      await settled(page)
      const before = await card.boundingBox()
      expect(await card.getByText(REASON).count()).toBe(0)
      release()
      await card.getByText(REASON).waitFor()
      expect(await card.boundingBox()).toEqual(before)
      await page.unroute('**/assets/Reason-*.js')
    })

    it.runIf(workers === 'allow')('says its reason without a network', async () => {
      await isKept(page)
      await person.setOffline(true)
      await page.goto(`${BASE_URL}/my-recipes`)
      await list.withStatus('FAILED').getByText(REASON).waitFor()
    })
  },
)
