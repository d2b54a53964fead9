import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { Form } from './edit-form'
import { type DemoPage, demoKitchen, MyRecipes } from './my-recipes'

/**
 * A recipe's page, read once more: each step stands on the one before. A page of the demo kitchen does not change, so the
 * recipe's source becomes another page.
 */
describe('a page that has changed since', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let form: Form
  let faults: string[]
  let id: string
  let soup: DemoPage
  let cake: DemoPage

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    form = new Form(page)
    const { recipes } = await demoKitchen(person)
    const of = (name: string) => {
      const found = recipes.find(({ path }) => path.includes(name))
      if (found === undefined) throw new Error(`the demo kitchen has no ${name}`)
      return found
    }
    ;[soup, cake] = [of('red-lentil-soup'), of('carrot-cake')]
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(soup)
    id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  })

  afterAll(async () => {
    await browser?.close()
  })

  const readAgain = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Read the page again' }).click()
    await page.getByRole('heading', { level: 1, name: 'What is new on the page' }).waitFor()
  }
  const change = (field: string) => page.locator(`[data-change="${field}"]`)
  /** The source of the recipe becomes another one. */
  const move = async (address: string, title?: string) => {
    await form.open(id)
    if (title !== undefined) await form.title.fill(title)
    await page.getByLabel('Source', { exact: true }).fill(address)
    await form.saved()
  }

  it('says in one sentence that nothing has changed', async () => {
    await readAgain()
    await page.getByText('Nothing has changed on the page since this recipe was read from it.').waitFor()
    expect(await page.locator('[data-change]').count()).toBe(0)
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: soup.title }).waitFor()
  })

  it('shows line by line what is new, and what the cook has written, and writes nothing', async () => {
    await move(`${BASE_URL}${cake.path}`, 'My own soup')
    await readAgain()
    await change('ingredients').waitFor()
    const title = change('title')
    await title.getByText('My own soup').waitFor()
    await title.getByText(cake.title, { exact: true }).waitFor()
    expect(await title.getByText('yours', { exact: true }).count()).toBe(1)
    expect(await change('instructions').getByText('yours', { exact: true }).count()).toBe(0)
    await expectAccessibleInEveryTheme(page, 'what is new on a page')
    await expectNarrowEnough(page, 'what is new on a page')
    await takePictures(page, 'read-again')
    await form.stands('clean')
  })

  it('takes one thing, takes it back, and leaves another', async () => {
    await page.getByRole('button', { name: 'Take this: Title' }).click()
    await change('title').waitFor({ state: 'detached' })
    await form.stands('unsaved')
    await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
    await change('title').waitFor()
    await form.stands('clean')
    await page.getByRole('button', { name: 'Leave it: Title' }).click()
    await change('title').waitFor({ state: 'detached' })
    await page.getByText('Left as it is: Title.').waitFor()
  })

  it('keeps what was taken once it is saved, and what was left stays the cook’s', async () => {
    await page.getByRole('button', { name: 'Take all' }).click()
    await page.getByText('That was all. Save to keep what you took.').waitFor()
    await form.saved()
    await page.getByRole('heading', { level: 1, name: 'My own soup' }).waitFor()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe('My own soup')
    await expect.poll(form.names.bind(form)).toContain('carrots')
    await page.getByRole('link', { name: 'Back to the recipe' }).click()
    await readAgain()
    await change('title').waitFor()
    expect(await page.locator('[data-change]').count()).toBe(1)
  })

  it('says what has become of a page that is gone, is no recipe or cannot be reached now', async () => {
    for (const [address, problem, words] of [
      [`${BASE_URL}/demo/status/404`, 'NOT_FOUND', 'The page is gone'],
      [`${BASE_URL}/demo/status/403`, 'SITE_BLOCKED', 'it may ask for a login by now'],
      [`${BASE_URL}/demo/kitchen-garden.html`, 'NOT_A_RECIPE', 'There is no recipe on this page any more'],
    ] as const) {
      await move(address)
      await readAgain()
      const told = page.locator(`[data-problem="${problem}"]`)
      await told.getByText(words).waitFor()
      await told.getByText('Your recipe stays as it is.').waitFor()
      expect(await page.locator('[data-change]').count()).toBe(0)
    }
    await person.setOffline(true)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('Zest could not be reached. Try again once you are connected.').waitFor()
    await person.setOffline(false)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.locator('[data-problem="NOT_A_RECIPE"]').waitFor()
  })

  it('is not offered for what was written by hand', async () => {
    await new MyRecipes(page).open()
    await page.getByRole('button', { name: 'Write your own' }).click()
    await form.title.waitFor()
    await page.getByRole('link', { name: 'Back to the recipe' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Read the page again' }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
