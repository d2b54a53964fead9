import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import type { MyRecipes } from './my-recipes'
import { pattern, text } from './text'
import { type Chosen, cardHtml, drag, drawPages, list, onUpload, paprikaArchive, textFile } from './uploads'

const INGREDIENTS = ['200 g flour', '2 eggs', '300 ml milk', '1 pinch of salt']
const STEPS = ['Mix the flour with the eggs.', 'Stir in the milk and the salt.', 'Fry thin pancakes in butter.']

test.describe('uploads', () => {
  let page: Page
  let recipes: MyRecipes
  let card: Chosen
  let front: Chosen
  let back: Chosen

  test.beforeAll(async ({ browser }) => {
    const drawn = await drawPages(browser, [
      { name: 'pancakes.png', html: cardHtml('Thin Pancakes', INGREDIENTS, STEPS) },
      { name: 'front.png', html: `<h1>Sunday Waffles</h1>${list('Ingredients', 'ul', INGREDIENTS)}` },
      { name: 'back.png', html: list('Directions', 'ol', STEPS) },
    ])
    ;[card, front, back] = drawn as [Chosen, Chosen, Chosen]
  })

  // The guest has an identity: the first call of a new guest connects the list, which sends failed uploads again.
  test.beforeEach(async ({ page: own, list: ownList, guest: _ }) => {
    ;[page, recipes] = [own, ownList]
    // Listening for the file chooser starts late, so the key press waits for it.
    page.on('filechooser', () => undefined)
    await recipes.open()
  })

  const chooser = () => page.locator('[data-chooser]')
  const tray = () => page.locator('[data-tray="ready"]')
  const choose = async (...files: Chosen[]) => {
    await chooser().setInputFiles(files)
    await tray().waitFor()
  }
  const isFocused = (wanted: Locator) => wanted.evaluate((one) => one === document.activeElement)
  /** Presses Tab until the element has the focus. */
  const tabTo = async (wanted: Locator) => {
    await wanted.waitFor()
    for (let step = 0; step < 40 && !(await isFocused(wanted)); step += 1) await page.keyboard.press('Tab')
    expect(await isFocused(wanted), 'reached by Tab').toBe(true)
  }
  /** Waits for this many new recipes after `act`. */
  const gains = async (count: number, act: () => Promise<unknown>) => {
    const before = await recipes.withStatus('SUCCESS').count()
    await act()
    await recipes.count('SUCCESS', before + count)
  }
  const send = () => tray().getByRole('button', { name: pattern('tray.submit') })
  const pages = () => page.locator('[data-tile] img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
  const remove = async (name: string) => {
    const failed = recipes.withStatus('FAILED').filter({ hasText: name })
    await failed.getByRole('button', { name: text('card.remove'), exact: true }).click()
    await failed.waitFor({ state: 'detached' })
  }

  test('chosen photo becomes a recipe', async () => {
    await choose(card)
    await page.getByRole('img', { name: 'pancakes.png' }).waitFor()
    await gains(1, () => send().click())
    await page.getByRole('link', { name: /pancakes/i }).click()
    const lines = page.getByRole('region', { name: text('recipe.ingredients') }).getByRole('listitem')
    await lines.first().waitFor()
    await expect.poll(() => lines.count()).toBe(INGREDIENTS.length)
  })

  test('two photos ordered by keyboard become one recipe', async () => {
    await tabTo(page.getByRole('button', { name: text('files.choose') }))
    const opened = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await opened).setFiles([back, front])
    await tray().waitFor()
    await expect.poll(pages).toEqual(['back.png', 'front.png'])
    await expectNarrowEnough(page, 'the tray')
    await tabTo(page.getByRole('button', { name: text('tray.down', { page: 1, name: 'back.png' }) }))
    await page.keyboard.press('ArrowRight')
    await page.getByText(text('tray.moved', { name: 'back.png', place: 2, count: 2 })).waitFor({ state: 'attached' })
    await expect.poll(pages).toEqual(['front.png', 'back.png'])
    await takePictures(page, 'upload-tray')
    await gains(1, async () => {
      await send().focus()
      await page.keyboard.press('Enter')
      await tray().waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(recipes.box)).toBe(true)
    })
    await page.getByRole('link', { name: /waffles/i }).click()
    await page
      .getByRole('region', { name: text('recipe.steps') })
      .getByRole('listitem')
      .nth(STEPS.length - 1)
      .waitFor()
    await page
      .getByRole('region', { name: text('recipe.ingredients') })
      .getByText(/flour/)
      .waitFor()
  })

  test('pasted text becomes a recipe', async () => {
    const soup = `Onion soup\n\nIngredients\n4 onions\n1 l broth\n\nSteps\n1. Fry the onions.\n2. Add the broth and simmer.`
    await recipes.box.fill(soup)
    await takePictures(page, 'upload-text')
    await gains(1, () => page.getByRole('button', { name: text('urlBox.readText'), exact: true }).click())
    await recipes.withStatus('SUCCESS').getByRole('heading', { name: 'Onion soup' }).waitFor()
  })

  test('file can be dropped anywhere', async () => {
    const pudding =
      'Rice pudding\n\nIngredients\n200 g rice\n1 l milk\n\nMethod\nSimmer the rice in the milk for 30 minutes.'
    const file = textFile('pudding.txt', pudding)
    await drag(page, 'dragenter', [file])
    await page.locator('[data-drop]').waitFor()
    await takePictures(page, 'upload-drop')
    await drag(page, 'drop', [file])
    await page.locator('[data-drop]').waitFor({ state: 'detached' })
    await page.getByText('pudding.txt').waitFor()
    await gains(1, () => send().click())
    await drag(page, 'paste', [card])
    await tray().waitFor()
    await page.getByRole('button', { name: text('tray.close') }).click()
    await tray().waitFor({ state: 'detached' })
  })

  test('each bad file shows its error', async () => {
    await choose(
      front,
      back,
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('\0\0\0\x18ftypmp42') },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)">') },
      { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('\0\0\0\x18ftypheic') },
      {
        name: 'huge.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(20 * 1024 * 1024)]),
      },
    )
    const reasons = () =>
      page.locator('[data-refused]').evaluateAll((all) => all.map((one) => one.getAttribute('data-refused')))
    await expect.poll(reasons).toEqual(['empty', 'file', 'picture', 'heic', 'tooLarge'])
    await page.getByText(text('refusal.tooLarge')).waitFor()
    await expectAccessible(page, 'bad files')
    await takePictures(page, 'upload-bad')
    await chooser().setInputFiles(Array.from({ length: 9 }, (_, index) => ({ ...card, name: `${index}.png` })))
    await page.getByText(text('tray.tooMany', { limit: 10, excess: 1 })).waitFor()
    await expect.poll(() => send().isDisabled()).toBe(true)
    await page.getByRole('radio', { name: text('tray.separate') }).check()
    await page.getByRole('button', { name: text('tray.submit', { count: 11 }) }).waitFor()
    await page.getByRole('button', { name: text('tray.close') }).click()
  })

  test('cancelled upload leaves nothing', async () => {
    // The upload never ends, until it is cancelled.
    await onUpload(page, () => new Promise(() => undefined))
    await choose({ ...card, name: 'slow.png' })
    await send().click()
    const slow = recipes.withStatus('PENDING').filter({ hasText: 'slow.png' })
    await slow.locator('[data-upload]').waitFor()
    await takePictures(page, 'upload-sending')
    await slow.getByRole('button', { name: text('upload.cancelNamed', { name: 'slow.png' }) }).click()
    await slow.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('submission'))))
      .toEqual([])
  })

  test('upload is kept and retried after a network failure', async () => {
    const stop = await onUpload(page, (route) => route.abort())
    await choose(
      textFile(
        'toast.txt',
        'French toast\n\nIngredients\n2 eggs\n200 ml milk\n4 slices of bread\n\nMethod\n1. Beat the eggs with the milk.\n2. Soak the bread and fry it.',
      ),
    )
    await send().click()
    const failed = recipes.withStatus('FAILED').filter({ hasText: 'toast.txt' })
    await failed.getByText(text('problem.UPLOAD_INTERRUPTED')).waitFor()
    await takePictures(page, 'upload-failed')
    await stop()
    await gains(1, () => failed.getByRole('button', { name: text('card.retry'), exact: true }).click())
  })

  test('upload continues after a reload', async () => {
    const stop = await onUpload(page, () => new Promise(() => undefined))
    await choose(
      textFile('tea.txt', 'Iced tea\n\nIngredients\n4 bags of tea\n1 l water\n\nMethod\nBrew the tea and let it cool.'),
    )
    await send().click()
    await recipes.withStatus('PENDING').locator('[data-upload]').waitFor()
    await stop()
    await page.reload()
    await recipes.withStatus('SUCCESS').getByRole('heading', { name: 'Iced tea' }).waitFor()
  })

  test('file without a recipe says what to do', async () => {
    await choose(textFile('poem.txt', 'The evening came without a sound,\nand nobody was there.'))
    await send().click()
    const failed = recipes.withStatus('FAILED').filter({ hasText: 'poem.txt' })
    await failed.locator('[data-reason="NO_RECIPE_IN_FILE"]').waitFor()
    const opened = page.waitForEvent('filechooser')
    await failed.getByRole('button', { name: text('card.chooseFile') }).click()
    await opened
    await remove('poem.txt')
  })

  test('export of another app is imported and unreadable recipes are listed', async () => {
    const archive = paprikaArchive([
      { name: 'Lentil stew', ingredients: '200 g lentils\n1 onion', directions: 'Fry the onion.\nSimmer the lentils.' },
      { name: 'Broken page', ingredients: '', directions: null },
      { name: 'Apple crumble', ingredients: '4 apples\n100 g oats', directions: 'Cut the apples.\nBake with oats.' },
      { name: 'Garlic bread', ingredients: '1 baguette\n2 cloves garlic', directions: 'Rub the bread.\nBake it.' },
    ])
    await choose({ name: 'my book.paprikarecipes', mimeType: '', buffer: archive })
    const summary = page.locator('[data-summary]')
    await gains(3, () => send().click())
    await summary.waitFor()
    await summary.getByText(text('summary.some', { imported: 3, found: 4, failed: 1 })).waitFor()
    await summary.getByText(text('summary.problems')).click()
    await expect.poll(() => summary.getByRole('listitem').count()).toBe(1)
    await takePictures(page, 'upload-summary')
    await expectAccessible(page, 'the summary')
    await expectNarrowEnough(page, 'the summary')
    const id = await summary.getAttribute('data-summary')
    await summary.getByRole('button', { name: text('summary.close') }).click()
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page
      .locator('[data-summary]')
      .getByText(text('summary.some', { imported: 3, found: 4, failed: 1 }))
      .waitFor()
  })
})
