import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { newVisitor, takePictures } from './browser'
import { demoPage, MyRecipes } from './my-recipes'
import { type Chosen, drag, drawPages, onUpload } from './uploads'

/** A picture of the cook's own: each step stands on the one before. */
describe('a cook with a camera', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  let mine: Chosen
  let other: Chosen

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    const drawn = await drawPages(person, [
      { name: 'mine.png', html: '<h1 style="background: #b30">Mine</h1>' },
      { name: 'other.png', html: '<h1 style="background: #06c">Another</h1>' },
    ])
    ;[mine, other] = drawn as [Chosen, Chosen]
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'red-lentil-soup'))
    await page.getByRole('button', { name: 'Change picture' }).waitFor()
  })

  afterAll(async () => {
    await browser?.close()
  })

  const dialog = () => page.getByRole('dialog', { name: 'A picture of your own' })
  const shown = () => page.locator('article header img').getAttribute('src')
  const chooser = () => page.locator('input[data-chooser="picture"]').first()
  /** The picture has loaded and is as wide. */
  const width = () => page.locator('article header img').evaluate((image) => (image as HTMLImageElement).naturalWidth)

  it('looks at what is no picture and what is too large, and changes nothing', async () => {
    const before = await shown()
    await page.getByRole('button', { name: 'Change picture' }).click()
    await dialog().waitFor()
    await chooser().setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await dialog().locator('[data-problem="picture"]').waitFor()
    const large = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(21 * 1024 * 1024)])
    await chooser().setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await dialog().getByText('This is larger than 20 MB.').waitFor()
    // What only the server can tell.
    const cut = mine.buffer.subarray(0, 200)
    await chooser().setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: Buffer.from(cut) })
    await dialog().getByRole('button', { name: 'Use this picture' }).click()
    await dialog().locator('[data-problem="UNREADABLE_PICTURE"]').waitFor()
    expect(await shown()).toBe(before)
  })

  it('shows what was chosen before anything changes, in every look without a barrier', async () => {
    const before = await shown()
    await chooser().setInputFiles(mine)
    await dialog().getByRole('img', { name: 'The picture that you have chosen' }).waitFor()
    await expectAccessibleInEveryTheme(page, 'the dialog of a picture')
    await expectNarrowEnough(page, 'the dialog of a picture')
    await dialog().getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await shown()).toBe(before)
  })

  it('gives the recipe a picture, which the list shows as well', async () => {
    const before = await shown()
    await page.getByRole('button', { name: 'Change picture' }).click()
    await chooser().setInputFiles(mine)
    await dialog().getByRole('button', { name: 'Use this picture' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(shown).not.toBe(before)
    await expect.poll(width).toBe(1000)
    const src = await shown()
    await page.getByRole('link', { name: 'My recipes', exact: true }).first().click()
    await page.locator(`img[src="${src}"]`).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Change picture' }).waitFor()
  })

  it('takes one that is pasted or dropped, and one that is on its way can be called off', async () => {
    const before = await shown()
    await page.getByRole('button', { name: 'Change picture' }).click()
    await dialog().waitFor()
    await drag(page, 'paste', [other])
    await dialog().getByRole('img', { name: 'The picture that you have chosen' }).waitFor()
    let held: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      held = resolve
    })
    const end = await onUpload(page, async (route) => {
      await waiting
      await route.continue().catch(() => undefined)
    })
    await dialog().getByRole('button', { name: 'Use this picture' }).click()
    await dialog().getByText('Your picture is on its way').waitFor()
    await dialog().getByRole('button', { name: 'Cancel', exact: true }).click()
    held()
    await end()
    expect(await shown()).toBe(before)
    await page.getByRole('button', { name: 'Change picture' }).click()
    await drag(page, 'drop', [other])
    await dialog().getByRole('button', { name: 'Use this picture' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(shown).not.toBe(before)
  })

  it('takes another one in the form as well, beside what is being written', async () => {
    const before = await shown()
    const recipe = page.url()
    await page.goto(`${recipe}/edit`)
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Soup of my own')
    const inForm = () => page.locator('form img').getAttribute('src')
    expect(await inForm()).toBe(before)
    await page.getByRole('button', { name: 'Change picture' }).click()
    await chooser().setInputFiles(mine)
    await dialog().getByRole('button', { name: 'Use this picture' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(inForm).not.toBe(before)
    // It is stored, and the form has nothing to ask: what is written stays, and nobody else has changed anything.
    expect(await title.inputValue()).toBe('Soup of my own')
    await expect.poll(() => page.getByText('This recipe was changed elsewhere').count()).toBe(0)
    await expectAccessibleInEveryTheme(page, 'the form with its picture')
    await expectNarrowEnough(page, 'the form with its picture')
    await takePictures(page, 'edit-picture')
    const src = await inForm()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Soup of my own' }).waitFor()
    expect(await shown()).toBe(src)
  })

  it('takes the picture away', async () => {
    await page.getByRole('button', { name: 'Change picture' }).click()
    await dialog().getByRole('button', { name: 'Remove the picture' }).click()
    await page.getByRole('button', { name: 'Add a picture' }).waitFor()
    expect(await page.locator('article header img').count()).toBe(0)
    expect(faults).toEqual([])
  })
})
