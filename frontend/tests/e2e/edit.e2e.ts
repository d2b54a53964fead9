import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme } from './accessibility'
import { BASE_URL, newVisitor, takePictures, watchForFaults } from './browser'
import { Form, pasteText, press } from './edit-form'
import { MyRecipes } from './my-recipes'

describe('editing a recipe', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let form: Form
  let other: Page
  let id: string
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    form = new Form(page)
    await new MyRecipes(page).open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('begins blank and is filled in by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Write your own' }).focus()
    await press(page, 'Enter')
    await page.waitForURL(/\/recipes\/[0-9a-f]{32}\/edit$/)
    id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
    await form.title.waitFor()
    await expect.poll(() => form.title.inputValue()).toBe('New Recipe')
    await form.title.focus()
    await press(page, 'Control+A')
    await page.keyboard.type('Lemon tart')
    await page.getByRole('button', { name: 'Add an ingredient' }).focus()
    await press(page, 'Enter')
    await page.keyboard.type('200')
    await press(page, 'Tab')
    await page.keyboard.type('g')
    await press(page, 'Tab')
    await page.keyboard.type('flour')
    await press(page, 'Enter')
    await pasteText(page, '100 g butter, cold\n2 eggs\nFor the top:\n1 lemon')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await page.getByRole('button', { name: 'Add a step' }).focus()
    await press(page, 'Enter')
    await page.keyboard.type('Mix.')
    await press(page, 'Enter')
    await page.keyboard.type('Bake for 20 minutes.')
    await page.getByLabel('Servings', { exact: true }).focus()
    await page.keyboard.type('8')
    await page.getByLabel('Tags', { exact: true }).focus()
    await page.keyboard.type('dessert, lemon')
    await page.getByLabel('Author', { exact: true }).focus()
    await page.keyboard.type('Léa Martin')
    await page.getByLabel('Notes', { exact: true }).focus()
    await page.keyboard.type('Better the next day.')
    await takePictures(page, 'edit')
    await press(page, 'Control+S')
    await page.waitForURL(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Lemon tart' }).waitFor()
    await page.getByText('By Léa Martin').waitFor()
  })

  it('is seen in another tab, and opens as it was left', async () => {
    other = await person.newPage()
    await new MyRecipes(other).open()
    await other.getByRole('heading', { name: 'Lemon tart' }).first().waitFor()
    await form.open(id)
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await expect
      .poll(() => form.steps.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)))
      .toEqual(['Mix.', 'Bake for 20 minutes.'])
    await expect.poll(() => page.getByLabel('Heading').inputValue()).toBe('For the top')
    await expect.poll(() => page.getByLabel('Notes', { exact: true }).inputValue()).toBe('Better the next day.')
    await expect.poll(() => page.getByRole('button', { name: /^Remove the tag/ }).count()).toBe(2)
  })

  it('moves lines by keyboard, says where they are, and undoes it', async () => {
    await page.getByRole('button', { name: 'Move “200 g flour” (arrow keys)' }).focus()
    await press(page, 'ArrowDown')
    await expect.poll(() => form.names()).toEqual(['butter', 'flour', 'eggs', 'lemon'])
    await page.getByText('200 g flour: place 2 of 5').waitFor({ state: 'attached' })
    // The focus stays on what was moved.
    await press(page, 'ArrowDown')
    await expect.poll(() => form.names()).toEqual(['butter', 'eggs', 'flour', 'lemon'])
    await press(page, 'Control+Z', 'Control+Z')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await press(page, 'Control+Shift+Z')
    await expect.poll(() => form.names()).toEqual(['butter', 'flour', 'eggs', 'lemon'])
    await page.getByRole('textbox', { name: 'Amount', exact: true }).nth(1).focus()
    await press(page, 'Alt+ArrowUp')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
  })

  it('moves lines with a mouse, and by taps alone', async () => {
    const handle = page.getByRole('button', { name: 'Move “2 eggs” (arrow keys)' })
    const [from, to] = [await handle.boundingBox(), await form.ingredients.first().boundingBox()]
    if (from === null || to === null) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y - 20, { steps: 3 })
    await page.mouse.move(from.x + 10, to.y + 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => form.names()).toEqual(['eggs', 'flour', 'butter', 'lemon'])
    await handle.click()
    await page.getByRole('button', { name: 'Move “2 eggs” down' }).click()
    await expect.poll(() => form.names()).toEqual(['flour', 'eggs', 'butter', 'lemon'])
    await press(page, 'Control+Z', 'Control+Z')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
  })

  it('asks before unsaved changes are left behind', async () => {
    // There and back, so that the browser has a page of the app to go forward to.
    await page.getByRole('link', { name: 'Back to the recipe' }).click()
    await page.waitForURL(`${BASE_URL}/recipes/${id}`)
    await page.evaluate(() => history.back())
    await form.title.fill('Lemon tart!')
    await form.stands('unsaved')
    await page.getByRole('link', { name: 'Back to the recipe' }).click()
    const asking = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asking.waitFor()
    await asking.getByRole('button', { name: 'Keep editing' }).click()
    await asking.waitFor({ state: 'detached' })
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart!')
    await page.evaluate(() => history.forward())
    await asking.waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/recipes/${id}/edit`)
    await press(page, 'Escape')
    await asking.waitFor({ state: 'detached' })
  })

  it('keeps what was written through a crash and offers it', async () => {
    await page.waitForFunction((key) => (localStorage.getItem(key) ?? '').includes('Lemon tart!'), `zest.draft.${id}`)
    await page.close({ runBeforeUnload: false })
    page = await person.newPage()
    faults = watchForFaults(page)
    form = new Form(page)
    await page.goto(`${BASE_URL}/recipes/${id}/edit`)
    await page.getByRole('heading', { name: 'You have unsaved changes' }).waitFor()
    await page.getByRole('button', { name: 'Go on with them' }).click()
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart!')
    await form.stands('unsaved')
  })

  it('loses no keystroke when the network fails, and sends them when it is back', async () => {
    await page.route('**/graphql', (route) => route.abort())
    await form.saved()
    await page.getByText('Saved on this device.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
    await page.locator('[data-waits]').waitFor()
    await page.unroute('**/graphql')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
    await expect.poll(() => page.locator('[data-waits]').count(), { timeout: 30_000 }).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
  })

  it('brings two people’s changes together', async () => {
    const theirs = new Form(other)
    await theirs.open(id)
    await form.open(id)
    await form.title.fill('Lemon tart with thyme')
    await page.getByRole('textbox', { name: 'Amount', exact: true }).first().fill('250')
    await theirs.steps.first().fill('Mix and chill.')
    await other.getByRole('textbox', { name: 'Ingredient', exact: true }).nth(1).fill('salted butter')
    await theirs.saved()
    await page.getByText('This recipe was changed elsewhere meanwhile.').waitFor()
    await form.saved()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart with thyme')
    await expect.poll(() => form.steps.first().inputValue()).toBe('Mix and chill.')
    await expect.poll(() => form.names()).toEqual(['flour', 'salted butter', 'eggs', 'lemon'])
    await expect.poll(() => page.getByRole('textbox', { name: 'Amount', exact: true }).first().inputValue()).toBe('250')
  })

  it('shows side by side what both changed, and lets a person choose', async () => {
    const theirs = new Form(other)
    await theirs.open(id)
    await form.title.fill('My tart')
    await page.getByLabel('Servings', { exact: true }).fill('10')
    await theirs.title.fill('Their tart')
    await other.getByLabel('Servings', { exact: true }).fill('12')
    await theirs.saved()
    await form.saveButton.click()
    await form.stands('conflict')
    const conflicts = page.getByRole('region', { name: '2 things were changed here and elsewhere' })
    await conflicts.getByText('Their tart').waitFor()
    await takePictures(page, 'edit-conflict')
    await expectAccessibleInEveryTheme(page, 'conflict')
    await conflicts.getByRole('button', { name: 'Take theirs: Title' }).click()
    await page.getByRole('button', { name: 'Keep mine: Servings' }).click()
    await form.saved()
    await page.getByRole('heading', { level: 1, name: 'Their tart' }).waitFor()
    await form.open(id)
    await expect.poll(() => page.getByLabel('Servings', { exact: true }).inputValue()).toBe('10')
    await other.close()
  })

  it('says what is wrong beside the field, before anything is sent', async () => {
    await form.title.fill('')
    await page.getByLabel('Servings', { exact: true }).fill('many')
    await page.getByLabel('Source', { exact: true }).fill('my grandmother')
    await page.getByLabel('Description', { exact: true }).fill('x'.repeat(50_001))
    await form.saveButton.click()
    const summary = page.getByRole('region', { name: '4 things to put right before saving' })
    await summary.waitFor()
    await page.getByText('This has 50,001 characters; at most 50,000 are kept. Shorten it.').first().waitFor()
    await takePictures(page, 'edit-problems')
    await summary.getByRole('button', { name: /Servings/ }).click()
    await expect
      .poll(() => page.getByLabel('Servings', { exact: true }).evaluate((input) => input === document.activeElement))
      .toBe(true)
    await form.title.fill('Their tart')
    await page.getByLabel('Servings', { exact: true }).fill('10')
    await page.getByLabel('Source', { exact: true }).fill('')
    await page.getByLabel('Description', { exact: true }).fill('')
    await form.stands('clean')
  })

  it('keeps hostile texts as texts', async () => {
    const hostile = '<img src=x onerror=alert(1)> \u202Ekcab 🍋👩‍🍳'
    await form.title.fill(hostile)
    await form.steps.first().fill(`${'y'.repeat(40_000)} </script>`)
    await form.saved()
    await page.getByRole('heading', { level: 1 }).getByText('<img src=x').waitFor()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe(hostile)
    await expect.poll(() => form.steps.first().inputValue()).toHaveLength(40_010)
    await form.steps.first().fill('Mix.')
    await form.title.fill('Lemon tart')
    await form.saved()
  })

  it('is usable on a narrow phone by touch, and accessible in every look', async () => {
    const phone = await browser.newContext({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      storageState: await person.storageState(),
    })
    phone.setDefaultTimeout(20_000)
    const small = await phone.newPage()
    const touched = new Form(small)
    await touched.open(id)
    const sideways = await small.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    await drag(
      small,
      small.getByRole('button', { name: 'Move “250 g flour” (arrow keys)' }),
      touched.ingredients.nth(2),
    )
    await small.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[data-part="name"]')?.value === 'salted butter',
    )
    await expect.poll(async () => (await touched.names()).slice(0, 2)).toEqual(['salted butter', 'eggs'])
    await phone.close()
    await form.open(id)
    await expectAccessibleInEveryTheme(page, 'edit')
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})

/** Drags with a finger. */
async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()]
  if (from === null || to === null) throw new Error('nothing to drag')
  const client = await page.context().newCDPSession(page)
  const [x, begin, end] = [from.x + from.width / 2, from.y + from.height / 2, to.y + to.height - 4]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', begin)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', begin + (end - begin) * part)
  await touch('touchEnd', end)
}
