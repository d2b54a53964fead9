import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { MyRecipes } from './my-recipes'
import { type Chosen, cardHtml, drawPages } from './uploads'

const INGREDIENTS = ['250 g red lentils', '2 large onions, finely sliced', '1 tsp cumin', '1 pinch of salt']
const STEPS = [
  'Fry the onions slowly until they are brown.',
  'Add the lentils, the cumin and the salt.',
  'Serve at once.',
]

/** A picture beside what was read from it, and the way out: every recipe as a file that others read, and we again. */
describe('a cook with a picture', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  const files: Chosen[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    const drawn = await drawPages(person, [
      { name: 'lentils.png', html: cardHtml('Brown Lentils', INGREDIENTS, STEPS) },
    ])
    page = await person.newPage()
    faults = watchForFaults(page)
    list = new MyRecipes(page)
    await list.open()
    await importFiles(drawn)
    await list.count('SUCCESS', 1)
    await list.withStatus('SUCCESS').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Brown Lentils' }).waitFor()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function importFiles(chosen: Chosen[]): Promise<void> {
    await page.locator('[data-chooser]').setInputFiles(chosen)
    const tray = page.locator('[data-tray="ready"]')
    await tray.getByRole('button', { name: /^Get (recipe|\d+ recipes)$/ }).click()
  }

  const compare = () => page.getByRole('dialog', { name: 'Compare with the picture' })
  const line = (text: string) => compare().locator('li', { hasText: text })
  const box = (text: string) => compare().getByRole('button', { name: `On the page: ${text}` })
  const lines = () =>
    page
      .getByRole('region', { name: 'Ingredients' })
      .getByRole('checkbox')
      .evaluateAll((all) =>
        all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s+/g, '') ?? ''),
      )

  it('sees the picture beside what was read, and each line in it', async () => {
    await page.getByRole('button', { name: 'Compare with the picture' }).click()
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
    // The other way round, and in reading order.
    await box('250 g red lentils').hover()
    await compare().locator('li[data-marked]', { hasText: '250 g red lentils' }).waitFor()
    const tops = await compare()
      .locator('[data-box]')
      .evaluateAll((boxes) => boxes.map((one) => Number.parseFloat((one as HTMLElement).style.top)))
    expect(tops).toHaveLength(INGREDIENTS.length + STEPS.length)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  it('brings it nearer by keys and by wheel, and shows the crop of a line', async () => {
    const picture = compare().getByRole('group', { name: /Page 1 of 1/ })
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
    await expectAccessibleInEveryTheme(page, 'the comparison')
    await expectNarrowEnough(page, 'the comparison')
  })

  it('goes from a line to its row in the form, and from a phone’s switch to the lines', async () => {
    await compare().getByRole('link', { name: 'Change this line' }).click()
    await page.waitForURL(/\/edit#ingredient-3$/)
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('cumin')
    await page.goBack()
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'Compare with the picture' }).click()
    await box('1 tsp cumin').waitFor()
    await expect.poll(() => line('1 tsp cumin').isVisible()).toBe(false)
    await compare().getByRole('button', { name: 'What was read', exact: true }).click()
    await line('1 tsp cumin').waitFor()
    await page.keyboard.press('Escape')
    await compare().waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it.each([
    ['JSON-LD', 'Brown Lentils.json', '"@type": "Recipe"'],
    ['Markdown', 'Brown Lentils.md', '## Ingredients'],
    ['Cooklang', 'Brown Lentils.cook', '@cumin{1%tsp}'],
  ])('takes a recipe along as %s', async (format, name, holds) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    const file = await download.then(async (download) => ({
      name: download.suggestedFilename(),
      buffer: await bytesOf(await download.createReadStream()),
    }))
    expect(file.name).toBe(name)
    const text = file.buffer.toString('utf8')
    expect(text).toContain(holds)
    for (const step of STEPS) expect(text.replace(/@(.*?)\{.*?\}(\(.*?\))?(\[-.*?-\])?/g, '$1')).toContain(step)
    files.push({ name, mimeType: 'application/octet-stream', buffer: file.buffer })
  })

  it('takes all of them along, and prints them', async () => {
    await page.goto(`${BASE_URL}/profile`)
    await page.getByRole('radio', { name: /Markdown/ }).check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all recipes' }).click()
    expect((await download).suggestedFilename()).toMatch(/^zest-.*\.zip$/)
    const archive = await bytesOf(await (await download).createReadStream())
    expect(archive.subarray(0, 2).toString()).toBe('PK')
    expect(archive.includes('Brown Lentils.md')).toBe(true)
    await page.getByRole('link', { name: 'Print all recipes' }).click()
    await page.locator('[data-printable="1"]').waitFor()
    await page.getByRole('heading', { name: 'Brown Lentils' }).waitFor()
    await expectAccessibleInEveryTheme(page, 'the printable page')
    await expectNarrowEnough(page, 'the printable page')
  })

  it('imports each of the files, and finds the same lines', async () => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.live()
    await list.withStatus('SUCCESS').getByRole('link').first().click()
    await expect.poll(lines).toHaveLength(INGREDIENTS.length)
    const before = (await lines()).toSorted()
    for (const [index, file] of files.entries()) {
      await list.open()
      await importFiles([file])
      await list.count('SUCCESS', index + 2)
      await list.withStatus('SUCCESS').getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: 'Brown Lentils' }).waitFor()
      await expect.poll(async () => (await lines()).toSorted(), { message: file.name }).toEqual(before)
    }
  })

  it('exports and prints what was selected', async () => {
    await list.open()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+a')
    const bar = page.getByRole('region', { name: 'Selected recipes' })
    await bar.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export 4 recipes' })
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download', exact: true }).click()
    const file = JSON.parse((await bytesOf(await (await download).createReadStream())).toString('utf8'))
    expect(file['@graph']).toHaveLength(4)
    await expectAccessibleInEveryTheme(page, 'the export dialog')
    await dialog.getByRole('link', { name: 'Print', exact: true }).click()
    await page.locator('[data-printable="4"]').waitFor()
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Buffer))
  return Buffer.concat(parts)
}
