import type { Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { demoPage } from './my-recipes'
import { text } from './text'
import { type Chosen, drag, drawPages, onUpload } from './uploads'

test.describe('own photo', () => {
  let page: Page
  let mine: Chosen
  let other: Chosen

  test.beforeAll(async ({ browser }) => {
    const drawn = await drawPages(browser, [
      { name: 'mine.png', html: '<h1 style="background: #b30">Mine</h1>' },
      { name: 'other.png', html: '<h1 style="background: #06c">Another</h1>' },
    ])
    ;[mine, other] = drawn as [Chosen, Chosen]
  })

  test.beforeEach(async ({ page: own, guest }) => {
    page = own
    const { path } = await demoPage('red-lentil-soup')
    const [id] = await guest.import(path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('button', { name: text('picture.change') }).waitFor()
  })

  const dialog = () => page.getByRole('dialog', { name: text('picture.title') })
  const shown = () => page.locator('article header img').getAttribute('src')
  const chooser = () => page.locator('input[data-chooser="picture"]').first()
  /** Width of the file behind `src`. The width of the element itself depends on `sizes`. */
  const width = () =>
    page.locator('article header img').evaluate(async (image) => {
      const file = new Image()
      file.src = (image as HTMLImageElement).src
      await file.decode().catch(() => undefined)
      return file.naturalWidth
    })

  test('unsupported or too large file is refused', async () => {
    const before = await shown()
    await page.getByRole('button', { name: text('picture.change') }).click()
    await dialog().waitFor()
    await chooser().setInputFiles({ name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await dialog().locator('[data-problem="picture"]').waitFor()
    const large = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(21 * 1024 * 1024)])
    await chooser().setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await dialog().getByText(text('refusal.tooLarge')).waitFor()
    // Only the server can detect this.
    const cut = mine.buffer.subarray(0, 200)
    await chooser().setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: Buffer.from(cut) })
    await dialog()
      .getByRole('button', { name: text('picture.use') })
      .click()
    await dialog().locator('[data-problem="UNREADABLE_PICTURE"]').waitFor()
    expect(await shown()).toBe(before)
  })

  test('preview is shown first and is accessible', async () => {
    const before = await shown()
    await page.getByRole('button', { name: text('picture.change') }).click()
    await chooser().setInputFiles(mine)
    await dialog()
      .getByRole('img', { name: text('picture.chosen') })
      .waitFor()
    await expectAccessible(page, 'the dialog of a picture')
    await expectNarrowEnough(page, 'the dialog of a picture')
    await dialog()
      .getByRole('button', { name: text('picture.cancel'), exact: true })
      .click()
    await dialog().waitFor({ state: 'detached' })
    expect(await shown()).toBe(before)
  })

  test('photo appears on the recipe and in the list', async () => {
    const before = await shown()
    await page.getByRole('button', { name: text('picture.change') }).click()
    await chooser().setInputFiles(mine)
    await dialog()
      .getByRole('button', { name: text('picture.use') })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(shown).not.toBe(before)
    await expect.poll(width).toBe(1000)
    const src = await shown()
    await page
      .getByRole('link', { name: text('recipe.back'), exact: true })
      .first()
      .click()
    await page.locator(`img[src="${src}"]`).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: text('picture.change') }).waitFor()
  })

  test('pasted and dropped photos work, and an upload can be cancelled', async () => {
    const before = await shown()
    await page.getByRole('button', { name: text('picture.change') }).click()
    await dialog().waitFor()
    await drag(page, 'paste', [other])
    await dialog()
      .getByRole('img', { name: text('picture.chosen') })
      .waitFor()
    let held: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      held = resolve
    })
    const end = await onUpload(page, async (route) => {
      await waiting
      await route.continue().catch(() => undefined)
    })
    await dialog()
      .getByRole('button', { name: text('picture.use') })
      .click()
    await dialog().getByText(text('picture.sending')).waitFor()
    await dialog()
      .getByRole('button', { name: text('picture.cancel'), exact: true })
      .click()
    held()
    await end()
    expect(await shown()).toBe(before)
    await page.getByRole('button', { name: text('picture.change') }).click()
    await drag(page, 'drop', [other])
    await dialog()
      .getByRole('button', { name: text('picture.use') })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(shown).not.toBe(before)
  })

  test('form replaces the photo and keeps unsaved input', async () => {
    const before = await shown()
    const recipe = page.url()
    await page.goto(`${recipe}/edit`)
    const title = page.getByLabel(text('edit.field.title'), { exact: true })
    await title.fill('Soup of my own')
    const inForm = () => page.locator('form img').getAttribute('src')
    expect(await inForm()).toBe(before)
    await page.getByRole('button', { name: text('picture.change') }).click()
    await chooser().setInputFiles(mine)
    await dialog()
      .getByRole('button', { name: text('picture.use') })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(inForm).not.toBe(before)
    // The photo is saved without a conflict, and the unsaved input stays.
    expect(await title.inputValue()).toBe('Soup of my own')
    await expect.poll(() => page.getByText(text('edit.newer')).count()).toBe(0)
    await expectAccessible(page, 'the form with its picture')
    await expectNarrowEnough(page, 'the form with its picture')
    await takePictures(page, 'edit-picture')
    const src = await inForm()
    await page.getByRole('button', { name: text('edit.save'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Soup of my own' }).waitFor()
    expect(await shown()).toBe(src)
  })

  test('photo is removed', async () => {
    await page.getByRole('button', { name: text('picture.change') }).click()
    await dialog()
      .getByRole('button', { name: text('picture.remove') })
      .click()
    await page.getByRole('button', { name: text('picture.add') }).waitFor()
    expect(await page.locator('article header img').count()).toBe(0)
  })
})
