import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { Form } from './edit-form'
import { expect, test } from './fixtures'
import type { Guest } from './guest'
import { demoPage } from './my-recipes'
import { pattern, text } from './text'

test.describe('wish', () => {
  let person: BrowserContext
  let page: Page
  let guest: Guest

  test.beforeEach(({ context, page: own, guest: ownGuest }) => {
    ;[person, page, guest] = [context, own, ownGuest]
  })

  /** Imports a demo recipe and opens it. */
  const openRecipe = async (name: string): Promise<string> => {
    const { path, title } = await demoPage(name)
    const [id = ''] = await guest.import(path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: title }).waitFor()
    return id
  }

  const openVegan = async (): Promise<string> => {
    const id = await openRecipe('carrot-cake')
    await makeWish(text('wish.vegan'))
    await patch('open').waitFor()
    return id
  }

  const ingredients = () => page.locator('article').getByRole('region', { name: text('recipe.ingredients') })
  const openWishes = () => page.locator('[data-assist]').getByRole('button').first().click()
  const wish = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const makeWish = async (name: string) => {
    await openWishes()
    await wish(name).click()
  }
  const patch = (standing: string) => page.locator(`[data-patch="${standing}"]`)
  const changes = () => patch('open').getByRole('checkbox')
  const close = () => page.getByRole('button', { name: text('dialog.close'), exact: true }).click()

  test('proposal shows changes with reasons and the label notice, and changes nothing', async () => {
    await openRecipe('carrot-cake')
    const before = await ingredients().textContent()
    await makeWish(text('wish.vegan'))
    await patch('open').waitFor()
    await patch('open').locator('[data-remark="READ_EVERY_LABEL"]').waitFor()
    await takePictures(page, 'wish-vegan')
    expect(await changes().count()).toBeGreaterThan(1)
    for (const box of await changes().all()) expect(await box.isChecked()).toBe(true)
    await expectAccessible(page, 'what came of a wish')
    expect(await ingredients().textContent()).toBe(before)
  })

  test('proposal is accepted in part and undone', async () => {
    await openVegan()
    const before = await ingredients().textContent()
    const first = patch('open').locator('li[data-verdict="REPLACED"]').first()
    const refused = (await first.locator('del').textContent())?.replace(/^[^:]*:\s*/, '').trim() ?? ''
    await first.getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: pattern('patch.accept') }).click()
    await patch('applied').waitFor()
    await expect.poll(() => ingredients().textContent()).not.toBe(before)
    // The page splits a line into columns.
    expect(await ingredients().textContent()).toContain(refused.split(' ').at(-1))
    await page.getByRole('button', { name: text('patch.undo'), exact: true }).click()
    await patch('open').waitFor()
    await expect.poll(() => ingredients().textContent()).toBe(before)
  })

  test('outdated proposal is refused', async () => {
    const id = await openVegan()
    const other = await person.newPage()
    const form = new Form(other)
    await form.open(id)
    await other.getByLabel(text('edit.step', { number: 1 }), { exact: true }).fill('Do as you always do.')
    await form.saved()
    await expect
      .poll(async () => (await patch('outdated').count()) + (await page.locator('[data-problem="CONFLICT"]').count()))
      .toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: text('patch.acceptAll') }).count()).toBe(0)
    await close()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text('agent.wish.title'))
  })

  test('servings wish scales as asked', async () => {
    await openRecipe('red-lentil-soup')
    await makeWish(text('wish.servings', { count: 8 }))
    await patch('open').waitFor()
    const panel = page.locator('[data-panel]')
    await panel.getByRole('button', { name: text('scale.more') }).click()
    await panel.getByText(text('wish.servings', { count: 9 }), { exact: true }).waitFor()
    await patch('open').getByText('9', { exact: true }).waitFor()
    await patch('open')
      .getByRole('button', { name: text('patch.acceptAll') })
      .click()
    await patch('applied').waitFor()
    await expect
      .poll(() =>
        page
          .getByRole('textbox', { name: text('recipe.servings'), exact: true })
          .first()
          .inputValue(),
      )
      .toBe('9')
    await page.getByRole('button', { name: text('patch.undo'), exact: true }).click()
    await patch('open').waitFor()
    await close()
  })

  test('translation is answered by the assistant, can be cancelled and shows changes', async () => {
    await openRecipe('lemon-drizzle-loaf')
    await openWishes()
    await wish(text('wish.fr')).waitFor()
    expect(await wish(text('wish.en')).count()).toBe(0)
    await page.keyboard.press('Escape')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/agent/propose', async (route) => {
      await released
      await route.continue()
    })
    await makeWish(text('wish.es'))
    await page.getByText(text('agent.wish.asking')).waitFor()
    await takePictures(page, 'wish-asking')
    await expectNarrowEnough(page, 'a wish that is being asked')
    await page.getByRole('button', { name: text('agent.wish.cancel'), exact: true }).click()
    await page.getByText(text('agent.wish.cancelled')).waitFor()
    await expectAccessible(page, 'a wish that was cancelled')
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: text('action.retry'), exact: true }).click()
    await patch('open').getByText('Bizcocho de limón glaseado').first().waitFor()
    await page.getByText(text('agent.standIn')).waitFor()
    await takePictures(page, 'wish-spanish')
    await expectAccessible(page, 'a translation')
    await close()
  })

  test('wish is a sheet on a phone', async () => {
    await openRecipe('lemon-drizzle-loaf')
    await page.setViewportSize({ width: 360, height: 780 })
    await makeWish(text('wish.metric'))
    await page.locator('[data-panel="sheet"]').waitFor()
    await page.locator('[data-patch], [data-wish] [role="status"]').first().waitFor()
    await expectNarrowEnough(page, 'what came of a wish')
    await page.keyboard.press('Escape')
    await page.locator('[data-panel]').waitFor({ state: 'detached' })
  })

  test('offered for own recipes only', async ({ newPerson }) => {
    const id = await openRecipe('carrot-cake')
    await page.locator('[data-assist]').waitFor()
    const theirs = await (await newPerson()).newPage()
    await theirs.goto(`${BASE_URL}/recipes/${id}`)
    await theirs.locator('article[data-status="SUCCESS"]').waitFor()
    expect(await theirs.locator('[data-assist]').count()).toBe(0)
  })
})
