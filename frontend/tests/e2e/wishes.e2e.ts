import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, newVisitor, takePictures } from './browser'
import { Form } from './edit-form'
import { demoPage, MyRecipes } from './my-recipes'

/** What a recipe would be, had by one press, and taken line by line: each step stands on the one before. */
describe('a wish', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  let id: string

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'carrot-cake'))
    id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  })

  afterAll(async () => {
    await browser?.close()
  })

  const ingredients = () => page.locator('article').getByRole('region', { name: 'Ingredients' })
  const wish = (name: string) => page.locator('[data-assist]').getByRole('button', { name, exact: true })
  const patch = (standing: string) => page.locator(`[data-patch="${standing}"]`)
  const changes = () => patch('open').getByRole('checkbox')
  const close = () => page.getByRole('button', { name: 'Close', exact: true }).click()

  it('is worked out and shown line by line, with reasons and the remark on labels, and changes nothing', async () => {
    const before = await ingredients().textContent()
    await wish('Vegan').click()
    await patch('open').waitFor()
    await patch('open').locator('[data-remark="READ_EVERY_LABEL"]').waitFor()
    await takePictures(page, 'wish-vegan')
    expect(await changes().count()).toBeGreaterThan(1)
    for (const box of await changes().all()) expect(await box.isChecked()).toBe(true)
    await expectAccessibleInEveryTheme(page, 'what came of a wish')
    expect(await ingredients().textContent()).toBe(before)
  })

  it('is accepted in part, and taken back', async () => {
    const before = await ingredients().textContent()
    const first = patch('open').locator('li[data-verdict="REPLACED"]').first()
    const refused = (await first.locator('del').textContent())?.replace(/^Before:\s*/, '').trim() ?? ''
    await first.getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: /^Accept \d+ of \d+$/ }).click()
    await patch('applied').waitFor()
    await expect.poll(() => ingredients().textContent()).not.toBe(before)
    // What the page shows of a line is set in columns.
    expect(await ingredients().textContent()).toContain(refused.split(' ').at(-1))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await patch('open').waitFor()
    await expect.poll(() => ingredients().textContent()).toBe(before)
  })

  it('says so when the recipe has changed meanwhile, and changes nothing then', async () => {
    const other = await person.newPage()
    const form = new Form(other)
    await form.open(id)
    await form.steps.first().fill('Do as you always do.')
    await form.saved()
    await other.close()
    await expect
      .poll(async () => (await patch('outdated').count()) + (await page.locator('[data-problem="CONFLICT"]').count()))
      .toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: 'Accept all' }).count()).toBe(0)
    await close()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Vegan')
  })

  it('for more people is worked out for as many as are asked for', async () => {
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'red-lentil-soup'))
    await wish('For 8').click()
    await patch('open').waitFor()
    const panel = page.locator('[data-panel]')
    await panel.getByRole('button', { name: 'More servings' }).click()
    await panel.getByText('For 9', { exact: true }).waitFor()
    await patch('open').getByText('9', { exact: true }).waitFor()
    await patch('open').getByRole('button', { name: 'Accept all' }).click()
    await patch('applied').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Servings', exact: true }).first().inputValue()).toBe('9')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await patch('open').waitFor()
    await close()
  })

  it('in another language is the assistant’s to answer, can be cancelled, and shows what would change', async () => {
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'lemon-drizzle-loaf'))
    await wish('In French').waitFor()
    expect(await wish('In English').count()).toBe(0)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/agent/propose', async (route) => {
      await released
      await route.continue()
    })
    await wish('In Spanish').click()
    await page.getByText('The assistant is at work.').waitFor()
    await takePictures(page, 'wish-asking')
    await expectNarrowEnough(page, 'a wish that is being asked')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText('Cancelled. Nothing has changed.').waitFor()
    await expectAccessibleInEveryTheme(page, 'a wish that was cancelled')
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await patch('open').getByText('Bizcocho de limón glaseado').first().waitFor()
    await page.getByText('Local stand-in, not a language model').waitFor()
    await takePictures(page, 'wish-spanish')
    await expectAccessibleInEveryTheme(page, 'a translation')
    await close()
  })

  it('fits a phone, as a sheet over the page', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await wish('Metric units').click()
    await page.locator('[data-panel="sheet"]').waitFor()
    await page.locator('[data-patch], [data-wish] [role="status"]').first().waitFor()
    await expectNarrowEnough(page, 'what came of a wish')
    await page.keyboard.press('Escape')
    await page.locator('[data-panel]').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('is offered for recipes of one’s own alone', async () => {
    const stranger = await browser.newContext()
    const theirs = await stranger.newPage()
    await theirs.goto(`${BASE_URL}/recipes/${id}`)
    await theirs.locator('article[data-status="SUCCESS"]').waitFor()
    expect(await theirs.locator('[data-assist]').count()).toBe(0)
    await stranger.close()
    expect(faults).toEqual([])
  })
})
