import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { Form } from './edit-form'
import { expect, test } from './fixtures'
import type { Guest } from './guest'
import { type DemoPage, demoPage } from './my-recipes'
import { goOffline } from './offline'
import { text } from './text'

/**
 * Reading a recipe's page again. Demo pages do not change, so the recipe's source is set to another
 * page.
 */
test.describe('page that has changed', () => {
  let person: BrowserContext
  let page: Page
  let form: Form
  let guest: Guest
  let id: string
  let soup: DemoPage
  let cake: DemoPage

  test.beforeEach(async ({ context, page: own, guest: ownGuest }) => {
    ;[person, page, form, guest] = [context, own, new Form(own), ownGuest]
    ;[soup, cake] = await Promise.all([demoPage('red-lentil-soup'), demoPage('carrot-cake')])
    ;[id = ''] = await guest.import(soup.path)
  })

  const readAgain = async () => {
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.readAgain') }).click()
    await page.getByRole('heading', { level: 1, name: text('edit.again.title') }).waitFor()
  }
  const change = (field: string) => page.locator(`[data-change="${field}"]`)
  /** Changes the recipe's source and title. */
  const move = (url: string, title = 'My own soup') => guest.change(id, { url, title })

  test('unchanged page is reported', async () => {
    await readAgain()
    await page.getByText(text('edit.again.same')).waitFor()
    expect(await page.locator('[data-change]').count()).toBe(0)
    await page.getByRole('link', { name: text('edit.cancel'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: soup.title }).waitFor()
  })

  test('differences and own edits are shown, and nothing is written', async () => {
    await move(`${BASE_URL}${cake.path}`)
    await readAgain()
    await change('ingredients').waitFor()
    const title = change('title')
    await title.getByText('My own soup').waitFor()
    await title.getByText(cake.title, { exact: true }).waitFor()
    expect(await title.getByText(text('edit.again.own'), { exact: true }).count()).toBe(1)
    expect(await change('instructions').getByText(text('edit.again.own'), { exact: true }).count()).toBe(0)
    await expectAccessible(page, 'what is new on a page')
    await expectNarrowEnough(page, 'what is new on a page')
    await takePictures(page, 'read-again')
    await form.stands('clean')
  })

  test('chosen changes are saved and others are not', async () => {
    await move(`${BASE_URL}${cake.path}`)
    await readAgain()
    await page.getByRole('button', { name: text('edit.again.takeOf', { field: text('edit.field.title') }) }).click()
    await change('title').waitFor({ state: 'detached' })
    await form.stands('unsaved')
    await page.getByRole('button', { name: text('edit.undo', { platform: 'other' }) }).click()
    await change('title').waitFor()
    await form.stands('clean')
    await page.getByRole('button', { name: text('edit.again.leaveOf', { field: text('edit.field.title') }) }).click()
    await change('title').waitFor({ state: 'detached' })
    await page.getByText(text('edit.again.leftFields', { fields: text('edit.field.title') })).waitFor()
    await page.getByRole('button', { name: text('edit.again.takeAll') }).click()
    await page.getByText(text('edit.again.done')).waitFor()
    await form.saved()
    await page.getByRole('heading', { level: 1, name: 'My own soup' }).waitFor()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe('My own soup')
    await expect.poll(form.names.bind(form)).toContain('carrots')
    // Unchosen fields keep the user's values.
    await readAgain()
    await change('title').waitFor()
    expect(await page.locator('[data-change]').count()).toBe(1)
  })

  test('missing, recipe-less or unreachable page is explained', async () => {
    for (const [address, problem] of [
      [`${BASE_URL}/demo/status/404`, 'NOT_FOUND'],
      [`${BASE_URL}/demo/status/403`, 'SITE_BLOCKED'],
      [`${BASE_URL}/demo/kitchen-garden.html`, 'NOT_A_RECIPE'],
    ] as const) {
      await move(address)
      await readAgain()
      const problemText = page.locator(`[data-problem="${problem}"]`)
      await problemText.getByText(text(`again.${problem}`)).waitFor()
      await problemText.getByText(text('edit.again.left')).waitFor()
      expect(await page.locator('[data-change]').count()).toBe(0)
    }
    await goOffline(page)
    await page.getByRole('button', { name: text('action.retry'), exact: true }).click()
    await page.getByText(text('problem.OFFLINE.again')).waitFor()
    await person.setOffline(false)
    await page.getByRole('button', { name: text('action.retry'), exact: true }).click()
    await page.locator('[data-problem="NOT_A_RECIPE"]').waitFor()
  })

  test('not offered for a handwritten recipe', async () => {
    const own = await guest.write({ title: 'Soup' })
    await page.goto(`${BASE_URL}/recipes/${own}`)
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.edit'), exact: true }).waitFor()
    expect(await page.getByRole('menuitem', { name: text('recipe.readAgain') }).count()).toBe(0)
  })
})
