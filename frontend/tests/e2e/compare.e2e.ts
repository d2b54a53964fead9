import type { Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { MyRecipes } from './my-recipes'
import { pattern, text } from './text'
import { cardHtml, drawPages } from './uploads'

const INGREDIENTS = ['250 g red lentils', '2 large onions, finely sliced', '1 tsp cumin', '1 pinch of salt']
const STEPS = [
  'Fry the onions slowly until they are brown.',
  'Add the lentils, the cumin and the salt.',
  'Serve at once.',
]

/** Photo beside the text, and exports that other apps and Zest can read. No test changes the shared recipe. */
test.describe('recipe from a photo', () => {
  let cook: Guest
  let id: string
  let page: Page

  test.beforeAll(async ({ browser }) => {
    const drawn = await drawPages(browser, [
      { name: 'lentils.png', html: cardHtml('Brown Lentils', INGREDIENTS, STEPS) },
    ])
    cook = await Guest.arrive()
    id = await cook.importPictures(...drawn.map(({ buffer }) => buffer))
  })

  test.beforeEach(async ({ context, page: own }) => {
    page = own
    await cook.enter(context)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Brown Lentils' }).waitFor()
  })

  const compare = () => page.getByRole('dialog', { name: text('compare.title') })
  const line = (words: string) => compare().locator('li', { hasText: words })
  const box = (line: string) => compare().getByRole('button', { name: text('compare.box', { line }) })
  const openComparison = () => page.getByRole('button', { name: text('compare.title') }).click()
  const linesOf = (of: Page) =>
    of
      .getByRole('region', { name: text('recipe.ingredients') })
      .getByRole('checkbox')
      .evaluateAll((all) =>
        all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s+/g, '') ?? ''),
      )

  test('shows the photo beside the text, with each line marked', async () => {
    await openComparison()
    await box('250 g red lentils').waitFor()
    await compare()
      .getByRole('img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).decode())
    await line('2 large onions').hover()
    await page.locator('[data-box][data-marked]').waitFor()
    await expect
      .poll(() => compare().locator('[data-box][data-marked]').getAttribute('aria-label'))
      .toContain('2 large onions')
    // In reading order.
    await box('250 g red lentils').hover()
    await compare().locator('li[data-marked]', { hasText: '250 g red lentils' }).waitFor()
    const tops = await compare()
      .locator('[data-box]')
      .evaluateAll((boxes) => boxes.map((one) => Number.parseFloat((one as HTMLElement).style.top)))
    expect(tops).toHaveLength(INGREDIENTS.length + STEPS.length)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  test('photo zooms by keys and wheel and shows the crop of a line', async () => {
    await openComparison()
    const picture = compare().getByRole('group', { name: text('compare.page', { number: 1, count: 1 }) })
    await box('250 g red lentils').waitFor()
    await picture.focus()
    await page.keyboard.press('+')
    await expect.poll(() => picture.getAttribute('data-scale')).toBe('1.40')
    await page.keyboard.press('0')
    await expect.poll(() => picture.getAttribute('data-scale')).toBe('1.00')
    await picture.hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(() => picture.getAttribute('data-scale')).toBe('2.00')
    await line('1 tsp cumin').getByRole('button').first().click()
    const crop = compare().locator('[data-crop] img')
    await expect.poll(() => crop.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await takePictures(page, 'compare')
    await expectAccessible(page, 'the comparison')
    await expectNarrowEnough(page, 'the comparison')
  })

  test('line leads to its form row, and the phone’s switch to the lines', async () => {
    await openComparison()
    await line('1 tsp cumin').getByRole('button').first().click()
    await compare()
      .getByRole('link', { name: text('compare.edit') })
      .click()
    await page.waitForURL(/\/edit#ingredient-3$/)
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('cumin')
    await page.goBack()
    await page.setViewportSize({ width: 360, height: 780 })
    await openComparison()
    await box('1 tsp cumin').waitFor()
    await expect.poll(() => line('1 tsp cumin').isVisible()).toBe(false)
    await compare()
      .getByRole('button', { name: text('compare.showLines'), exact: true })
      .click()
    await line('1 tsp cumin').waitFor()
    await page.keyboard.press('Escape')
    await compare().waitFor({ state: 'detached' })
  })

  for (const [format, name, holds] of [
    ['export.jsonLd', 'Brown Lentils.json', '"@type": "Recipe"'],
    ['export.markdown', 'Brown Lentils.md', '## Ingredients'],
    ['export.cooklang', 'Brown Lentils.cook', '@cumin{1%tsp}'],
  ] as const) {
    test(`${name} export has the same lines after import by another user`, async ({ newPerson }) => {
      await expect.poll(() => linesOf(page)).toHaveLength(INGREDIENTS.length)
      const before = (await linesOf(page)).toSorted()
      await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: text(format) }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      const buffer = await bytesOf(await download.createReadStream())
      const written = buffer.toString('utf8')
      expect(written).toContain(holds)
      for (const step of STEPS) expect(written.replace(/@(.*?)\{.*?\}(\(.*?\))?(\[-.*?-\])?/g, '$1')).toContain(step)

      const theirs = await (await newPerson()).newPage()
      const list = new MyRecipes(theirs)
      await list.open()
      await theirs.locator('[data-chooser]').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }])
      await theirs
        .locator('[data-tray="ready"]')
        .getByRole('button', { name: pattern('tray.submit') })
        .click()
      await list.count('SUCCESS', 1)
      await list.withStatus('SUCCESS').getByRole('link').first().click()
      await theirs.getByRole('heading', { level: 1, name: 'Brown Lentils' }).waitFor()
      await expect.poll(async () => (await linesOf(theirs)).toSorted()).toEqual(before)
    })
  }

  test('all recipes are exported and printed', async () => {
    await page.goto(`${BASE_URL}/profile`)
    await page.getByRole('radio', { name: text('export.markdown') }).check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text('export.recipes') }).click()
    expect((await download).suggestedFilename()).toMatch(/^zest-.*\.zip$/)
    const archive = await bytesOf(await (await download).createReadStream())
    expect(archive.subarray(0, 2).toString()).toBe('PK')
    expect(archive.includes('Brown Lentils.md')).toBe(true)
    await page.getByRole('link', { name: text('export.print') }).click()
    await page.locator('[data-printable="1"]').waitFor()
    await page.getByRole('heading', { name: 'Brown Lentils' }).waitFor()
    await expectAccessible(page, 'the printable page')
    await expectNarrowEnough(page, 'the printable page')
  })
})

test('selected recipes are exported and printed', async ({ page, guest, list }) => {
  for (const title of ['Stew', 'Soup', 'Bread', 'Jam']) await guest.write({ title })
  await list.open()
  await list.count('SUCCESS', 4)
  await page.getByRole('button', { name: text('list.select'), exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  const bar = page.getByRole('region', { name: text('selection.label') })
  await bar.getByRole('button', { name: text('selection.export'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: text('export.selected', { count: 4 }) })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: text('export.download'), exact: true }).click()
  const file = JSON.parse((await bytesOf(await (await download).createReadStream())).toString('utf8'))
  expect(file['@graph']).toHaveLength(4)
  await expectAccessible(page, 'the export dialog')
  await dialog.getByRole('link', { name: text('recipe.print'), exact: true }).click()
  await page.locator('[data-printable="4"]').waitFor()
})

test('a dialog opens although its code could not be fetched at first', async ({ page, guest, list }) => {
  for (const title of ['Stew', 'Soup']) await guest.write({ title })
  await list.open()
  await list.count('SUCCESS', 2)
  let asked = 0
  await page.route('**/assets/ExportDialog-*.js', (route) => {
    asked += 1
    return asked <= 2 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: text('list.select'), exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: text('selection.export'), exact: true }).click()
  await page.getByRole('dialog', { name: text('export.selected', { count: 2 }) }).waitFor()
  expect(asked).toBeGreaterThan(2)
})

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Buffer))
  return Buffer.concat(parts)
}
