import type { Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import type { MyRecipes } from './my-recipes'
import { goOffline } from './offline'
import { pattern, text } from './text'

/** A page with three recipes. */
test.describe('page with several recipes', () => {
  let page: Page
  let list: MyRecipes

  test.beforeEach(async ({ page: own, list: ownList, guest }) => {
    ;[page, list] = [own, ownList]
    const [id] = await guest.import('/demo/several')
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await others().waitFor()
  })

  const others = () => page.locator('[data-others]')

  test('other recipes are offered', async () => {
    expect(
      await page.getByRole('button', { name: text('others.addNamed', { title: 'Fig chutney' }) }).isVisible(),
    ).toBe(false)
    await page.getByText(text('others.title', { count: 2 })).click()
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Fig chutney' }) }).waitFor()
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Green sauce' }) }).waitFor()
    await expectAccessible(page, 'other recipes of a page')
    await expectNarrowEnough(page, 'other recipes of a page')
    await takePictures(page, 'several-recipes')
  })

  test('chosen recipe is added after a network failure', async ({ context }) => {
    await page.getByText(text('others.title', { count: 2 })).click()
    await goOffline(page)
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Fig chutney' }) }).click()
    await others().getByRole('alert').getByText(pattern('problem.OFFLINE.again')).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Fig chutney' }) }).click()
    await page.getByRole('link', { name: text('others.haveNamed', { title: 'Fig chutney' }) }).click()
    await page
      .locator('article[data-status="SUCCESS"]')
      .getByRole('heading', { level: 1, name: 'Fig chutney' })
      .waitFor()
    await page.getByText('6 figs').first().waitFor()
    expect(await others().count()).toBe(0)
  })

  test('second import asks about the page’s main recipe only', async () => {
    await page.getByText(text('others.title', { count: 2 })).click()
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Fig chutney' }) }).click()
    await page.getByRole('link', { name: text('others.haveNamed', { title: 'Fig chutney' }) }).waitFor()
    await list.open()
    await list.count('SUCCESS', 2)
    await page.getByRole('link', { name: 'Tomato sauce' }).first().click()
    await others().waitFor()
    await page.getByText(text('others.title', { count: 2 })).click()
    await page.getByRole('link', { name: text('others.haveNamed', { title: 'Fig chutney' }) }).waitFor()
    await page.getByRole('button', { name: text('others.addNamed', { title: 'Green sauce' }) }).waitFor()
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.delete') }).click()
    await list.count('SUCCESS', 1)
    await list.paste(`${BASE_URL}/demo/several`)
    await list.count('SUCCESS', 2)
    await list.paste(`${BASE_URL}/demo/several`)
    await page.getByText(pattern('same.done')).first().waitFor()
  })
})
