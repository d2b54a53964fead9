import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { Form, pasteText, press } from './edit-form'
import { expect, test } from './fixtures'
import type { Guest } from './guest'
import { MyRecipes } from './my-recipes'
import { pattern, text } from './text'

const TART = {
  title: 'Lemon tart',
  servings: 8,
  ingredients: [
    { quantity: '200', unit: 'g', name: 'flour' },
    { quantity: '100', unit: 'g', name: 'butter', note: 'cold' },
    { quantity: '2', name: 'eggs' },
    { quantity: '1', name: 'lemon', group: 'For the top' },
  ],
  instructions: ['Mix.', 'Bake for 20 minutes.'],
}

test.describe('editing a recipe', () => {
  let person: BrowserContext
  let page: Page
  let form: Form

  test.beforeEach(({ context, page: own }) => {
    ;[person, page, form] = [context, own, new Form(own)]
  })

  /** Opens the form of a new recipe. */
  const openTart = async (guest: Guest): Promise<string> => {
    const id = await guest.write(TART)
    await form.open(id)
    return id
  }

  test('blank recipe is filled in by keyboard, updates another tab and reopens unchanged', async () => {
    await new MyRecipes(page).open()
    await page.getByRole('button', { name: text('add.blank') }).focus()
    await press(page, 'Enter')
    await page.waitForURL(/\/recipes\/[0-9a-f]{32}\/edit$/)
    const id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
    await form.title.waitFor()
    await expect.poll(() => form.title.inputValue()).toBe('New Recipe')
    await form.title.focus()
    await press(page, 'Control+A')
    await page.keyboard.type('Lemon tart')
    await page.getByRole('button', { name: text('edit.ingredients.add') }).focus()
    await press(page, 'Enter')
    await page.keyboard.type('200')
    await press(page, 'Tab')
    await page.keyboard.type('g')
    await press(page, 'Tab')
    await page.keyboard.type('flour')
    await press(page, 'Enter')
    await pasteText(page, '100 g butter, cold\n2 eggs\nFor the top:\n1 lemon')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await page.getByRole('button', { name: text('edit.steps.add'), exact: true }).focus()
    await press(page, 'Enter')
    await page.keyboard.type('Mix.')
    await press(page, 'Enter')
    await page.keyboard.type('Bake for 20 minutes.')
    await page.getByLabel(text('edit.field.servings'), { exact: true }).focus()
    await page.keyboard.type('8')
    await page.getByLabel(text('edit.field.tags'), { exact: true }).focus()
    await page.keyboard.type('dessert, lemon')
    await page.getByLabel(text('edit.field.author'), { exact: true }).focus()
    await page.keyboard.type('Léa Martin')
    await page.getByLabel(text('edit.field.notes'), { exact: true }).focus()
    await page.keyboard.type('Better the next day.')
    await takePictures(page, 'edit')
    await press(page, 'Control+S')
    await page.waitForURL(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Lemon tart' }).waitFor()
    await page.getByText(text('recipe.by', { author: 'Léa Martin' })).waitFor()

    const other = await person.newPage()
    await new MyRecipes(other).open()
    await other.getByRole('heading', { name: 'Lemon tart' }).first().waitFor()
    await form.open(id)
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await expect
      .poll(() => form.steps.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)))
      .toEqual(['Mix.', 'Bake for 20 minutes.'])
    await expect.poll(() => page.getByLabel(text('edit.part.heading')).inputValue()).toBe('For the top')
    await expect
      .poll(() => page.getByLabel(text('edit.field.notes'), { exact: true }).inputValue())
      .toBe('Better the next day.')
    await expect.poll(() => page.getByRole('button', { name: pattern('edit.tags.remove') }).count()).toBe(2)
  })

  test('keyboard moves lines, announces positions and undoes', async ({ guest }) => {
    await openTart(guest)
    await page.getByRole('button', { name: text('edit.row.move', { name: '200 g flour' }) }).focus()
    await press(page, 'ArrowDown')
    await expect.poll(() => form.names()).toEqual(['butter', 'flour', 'eggs', 'lemon'])
    await page
      .getByText(text('edit.row.moved', { name: '200 g flour', place: 2, count: 5 }))
      .waitFor({ state: 'attached' })
    // The moved line keeps the focus.
    await press(page, 'ArrowDown')
    await expect.poll(() => form.names()).toEqual(['butter', 'eggs', 'flour', 'lemon'])
    await press(page, 'Control+Z', 'Control+Z')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
    await press(page, 'Control+Shift+Z')
    await expect.poll(() => form.names()).toEqual(['butter', 'flour', 'eggs', 'lemon'])
    await page
      .getByRole('textbox', { name: text('edit.part.quantity'), exact: true })
      .nth(1)
      .focus()
    await press(page, 'Alt+ArrowUp')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
  })

  test('mouse and taps move lines', async ({ guest }) => {
    await openTart(guest)
    const handle = page.getByRole('button', { name: text('edit.row.move', { name: '2 eggs' }) })
    const [from, to] = [await handle.boundingBox(), await form.ingredients.first().boundingBox()]
    if (from === null || to === null) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y - 20, { steps: 3 })
    await page.mouse.move(from.x + 10, to.y + 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => form.names()).toEqual(['eggs', 'flour', 'butter', 'lemon'])
    await handle.click()
    await page.getByRole('button', { name: text('edit.row.down', { name: '2 eggs' }) }).click()
    await expect.poll(() => form.names()).toEqual(['flour', 'eggs', 'butter', 'lemon'])
    await press(page, 'Control+Z', 'Control+Z')
    await expect.poll(() => form.names()).toEqual(['flour', 'butter', 'eggs', 'lemon'])
  })

  test('leaving with unsaved changes asks first', async ({ guest }) => {
    const id = await openTart(guest)
    // Creates a history entry to go forward to.
    await page.getByRole('link', { name: text('edit.back') }).click()
    await page.waitForURL(`${BASE_URL}/recipes/${id}`)
    await page.evaluate(() => history.back())
    await form.title.fill('Lemon tart!')
    await form.stands('unsaved')
    await page.getByRole('link', { name: text('edit.back') }).click()
    const asking = page.getByRole('dialog', { name: text('edit.leave.title') })
    await asking.waitFor()
    await asking.getByRole('button', { name: text('edit.leave.stay') }).click()
    await asking.waitFor({ state: 'detached' })
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart!')
    await page.evaluate(() => history.forward())
    await asking.waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/recipes/${id}/edit`)
    await press(page, 'Escape')
    await asking.waitFor({ state: 'detached' })
  })

  test('unsaved input is offered after a crash', async ({ guest }) => {
    const id = await openTart(guest)
    await form.title.fill('Lemon tart!')
    await page.waitForFunction((key) => (localStorage.getItem(key) ?? '').includes('Lemon tart!'), `zest.draft.${id}`)
    await page.close({ runBeforeUnload: false })
    page = await person.newPage()
    form = new Form(page)
    await page.goto(`${BASE_URL}/recipes/${id}/edit`)
    await page.getByRole('heading', { name: text('edit.left.title') }).waitFor()
    await page.getByRole('button', { name: text('edit.left.continue') }).click()
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart!')
    await form.stands('unsaved')
  })

  test('input is kept without a network and saved when it is back', async ({ guest }) => {
    await openTart(guest)
    await form.title.fill('Lemon tart!')
    await form.stands('unsaved')
    await page.route('**/graphql', (route) => route.abort())
    await form.saved()
    await page.getByText(text('edit.savedOffline')).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
    await page.locator('[data-waits]').waitFor()
    await page.unroute('**/graphql')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
    await expect.poll(() => page.locator('[data-waits]').count(), { timeout: 30_000 }).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Lemon tart!' }).waitFor()
  })

  test('changes of two devices are merged', async ({ guest }) => {
    const id = await openTart(guest)
    const other = await person.newPage()
    const theirs = new Form(other)
    await theirs.open(id)
    await form.title.fill('Lemon tart with thyme')
    await page
      .getByRole('textbox', { name: text('edit.part.quantity'), exact: true })
      .first()
      .fill('250')
    await theirs.steps.first().fill('Mix and chill.')
    await other
      .getByRole('textbox', { name: text('edit.part.name'), exact: true })
      .nth(1)
      .fill('salted butter')
    await theirs.saved()
    await page.getByText(text('edit.newer')).waitFor()
    await form.saved()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe('Lemon tart with thyme')
    await expect.poll(() => form.steps.first().inputValue()).toBe('Mix and chill.')
    await expect.poll(() => form.names()).toEqual(['flour', 'salted butter', 'eggs', 'lemon'])
    await expect
      .poll(() =>
        page
          .getByRole('textbox', { name: text('edit.part.quantity'), exact: true })
          .first()
          .inputValue(),
      )
      .toBe('250')
  })

  test('conflicting changes are shown side by side for a choice', async ({ guest }) => {
    const id = await openTart(guest)
    const other = await person.newPage()
    const theirs = new Form(other)
    await theirs.open(id)
    await form.title.fill('My tart')
    await page.getByLabel(text('edit.field.servings'), { exact: true }).fill('10')
    await theirs.title.fill('Their tart')
    await other.getByLabel(text('edit.field.servings'), { exact: true }).fill('12')
    await theirs.saved()
    await form.saveButton.click()
    await form.stands('conflict')
    const conflicts = page.getByRole('region', { name: text('edit.conflicts.title', { count: 2 }) })
    await conflicts.getByText('Their tart').waitFor()
    await takePictures(page, 'edit-conflict')
    await expectAccessible(page, 'conflict')
    await conflicts
      .getByRole('button', { name: text('edit.conflicts.takeTheirsOf', { field: text('edit.field.title') }) })
      .click()
    await page
      .getByRole('button', { name: text('edit.conflicts.keepMineOf', { field: text('edit.field.servings') }) })
      .click()
    await form.saved()
    await page.getByRole('heading', { level: 1, name: 'Their tart' }).waitFor()
    await form.open(id)
    await expect.poll(() => page.getByLabel(text('edit.field.servings'), { exact: true }).inputValue()).toBe('10')
  })

  test('invalid fields show their error before saving', async ({ guest }) => {
    await openTart(guest)
    await form.title.fill('')
    await page.getByLabel(text('edit.field.servings'), { exact: true }).fill('many')
    await page.getByLabel(text('edit.field.url'), { exact: true }).fill('my grandmother')
    await page.getByLabel(text('edit.field.description'), { exact: true }).fill('x'.repeat(50_001))
    await form.saveButton.click()
    const summary = page.getByRole('region', { name: text('edit.problems.title', { count: 4 }) })
    await summary.waitFor()
    await page
      .getByText(text('edit.problem.TOO_LONG', { length: 50_001, limit: 50_000 }))
      .first()
      .waitFor()
    await takePictures(page, 'edit-problems')
    await summary.getByRole('button', { name: new RegExp(text('edit.field.servings')) }).click()
    await expect
      .poll(() =>
        page
          .getByLabel(text('edit.field.servings'), { exact: true })
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true)
    await form.title.fill(TART.title)
    await page.getByLabel(text('edit.field.servings'), { exact: true }).fill(String(TART.servings))
    await page.getByLabel(text('edit.field.url'), { exact: true }).fill('')
    await page.getByLabel(text('edit.field.description'), { exact: true }).fill('')
    await form.stands('clean')
  })

  test('hostile text is shown as text', async ({ guest }) => {
    const id = await openTart(guest)
    const hostile = '<img src=x onerror=alert(1)> \u202Ekcab 🍋👩‍🍳'
    await form.title.fill(hostile)
    await form.steps.first().fill(`${'y'.repeat(40_000)} </script>`)
    await form.saved()
    await page.getByRole('heading', { level: 1 }).getByText('<img src=x').waitFor()
    await form.open(id)
    await expect.poll(() => form.title.inputValue()).toBe(hostile)
    await expect.poll(() => form.steps.first().inputValue()).toHaveLength(40_010)
  })

  test('form is accessible by touch on a narrow phone', async ({ guest, newPerson }) => {
    const id = await guest.write(TART)
    const phone = await newPerson({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      storageState: await person.storageState(),
    })
    const small = await phone.newPage()
    const touched = new Form(small)
    await touched.open(id)
    const sideways = await small.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    await drag(
      small,
      small.getByRole('button', { name: text('edit.row.move', { name: '200 g flour' }) }),
      touched.ingredients.nth(2),
    )
    await small.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[data-part="name"]')?.value === 'butter',
    )
    await expect.poll(async () => (await touched.names()).slice(0, 2)).toEqual(['butter', 'eggs'])
    await expectAccessible(small, 'edit')
  })
})

/** Drags by touch. */
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
