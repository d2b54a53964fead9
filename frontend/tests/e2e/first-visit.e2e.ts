import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { type DemoPage, demoKitchen, expectSame, MyRecipes } from './my-recipes'
import { pattern, text } from './text'

test.describe('new guest', () => {
  let recipes: DemoPage[]
  let without: DemoPage

  test.beforeAll(async () => {
    ;({ recipes, without } = await demoKitchen())
  })

  const first = () => demo(0)
  const second = () => demo(1)
  function demo(index: number): DemoPage {
    const found = recipes[index]
    if (found === undefined) throw new Error('the demo kitchen needs more recipes')
    return found
  }

  function kind(wanted: string): DemoPage {
    const found = recipes.find((page) => page.kind === wanted)
    if (found === undefined) throw new Error(`the demo kitchen has no page of the kind ${wanted}`)
    return found
  }

  test('sees the empty list, and invalid input is explained beside the box', async ({ page, list }) => {
    await list.open()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/my-recipes')
    await expect.poll(() => page.title()).toBe(text('page.home.title'))
    await page.getByRole('heading', { name: text('myRecipes.welcome.title') }).waitFor()
    await page.locator(`[data-demo="${first().path}"]`).waitFor()
    expect(await list.cards.count()).toBe(0)
    await takePictures(page, 'empty')
    await list.paste('what my grandmother cooked')
    await page.getByRole('alert').getByText(text('urlBox.malformed')).waitFor()
    expect(await list.cards.count()).toBe(0)
  })

  test('imports a demo page, sees its progress and opens the whole recipe', async ({ page, list }) => {
    await list.open()
    const stages = await watchStages(page)
    await list.pick(first().path)
    await list.count('SUCCESS', 1)
    await list.withStatus('SUCCESS').getByRole('heading', { name: first().title }).waitFor()
    const seen = await stages()
    // The others can pass between two frames of a busy machine.
    expect(seen.length, 'a stage was seen').toBeGreaterThan(0)
    const order = ['FETCHING', 'EXTRACTING', 'CHECKING']
    expect(seen).toEqual([...seen].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    await list.withStatus('SUCCESS').getByRole('link', { name: first().title }).click()
    await page.getByRole('heading', { level: 1, name: first().title }).waitFor()
    const ingredients = page.getByRole('region', { name: text('recipe.ingredients') }).getByRole('checkbox')
    await ingredients.first().check()
    await expect.poll(() => ingredients.count()).toBeGreaterThan(2)
    await expect
      .poll(() =>
        page
          .getByRole('region', { name: text('recipe.steps') })
          .getByRole('listitem')
          .count(),
      )
      .toBeGreaterThan(1)
    // Photo and nutrition arrive later, from recipe-post-processing.
    await page.locator('[data-nutrition="SUCCESS"] dd').first().waitFor()
    const picture = page.locator('article header img')
    await picture.waitFor()
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('article header img')
      return image?.complete === true && image.naturalWidth > 0
    })
    await expect.poll(() => page.title()).toBe(`${first().title} – Zest`)
    await ingredients.first().uncheck()
    await takePictures(page, 'recipe')
    await expectAccessible(page, 'recipe')
    await page.getByRole('link', { name: text('recipe.back'), exact: true }).click()
    await list.count('SUCCESS', 1)
  })

  test('pasted sentence with an address is imported', async ({ list }) => {
    await list.open()
    await list.paste(`Look what I found: ${BASE_URL}${second().path}.`)
    await list.count('SUCCESS', 1)
    await list.withStatus('SUCCESS').getByRole('heading', { name: second().title }).waitFor()
  })

  test('page without a recipe shows why it failed', async ({ list }) => {
    await list.open()
    await list.pick(without.path)
    await list.count('FAILED', 1)
    const card = list.withStatus('FAILED')
    await card.locator('[data-reason="NOT_A_RECIPE"]').waitFor()
    await card.getByText(text('problem.NOT_A_RECIPE')).waitFor()
    await card.getByRole('button', { name: text('card.retry'), exact: true }).waitFor()
  })

  test('private address is refused with a sentence', async ({ page, list }) => {
    await list.open()
    await list.paste('http://169.254.169.254/')
    const refused = page.locator('article', { has: page.locator('[data-reason="ADDRESS_NOT_ALLOWED"]') })
    await refused.getByText(text('problem.ADDRESS_NOT_ALLOWED')).waitFor()
    await refused.getByRole('button', { name: text('card.remove'), exact: true }).click()
    await refused.waitFor({ state: 'detached' })
  })

  test('list with a running import is accessible', async ({ page, list, guest }) => {
    await guest.import(first().path)
    await list.open()
    // The import is delayed while screenshots are taken.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('CreateRecipe')) await released
      await route.continue()
    })
    await list.paste(`${BASE_URL}${demo(2).path}`)
    await list.count('PENDING', 1)
    await takePictures(page, 'list')
    await expectAccessible(page, 'list')
    release()
    await list.count('SUCCESS', 2)
  })

  test('another tab shows changes', async ({ context, list, guest }) => {
    await guest.import(first().path)
    await list.open()
    const other = new MyRecipes(await context.newPage())
    await other.open()
    await expectSame(list, other)
    const more = recipes.slice(3, 6)
    for (const { path } of more) await other.paste(`${BASE_URL}${path}`)
    await list.count('SUCCESS', 1 + more.length)
    await other.count('SUCCESS', 1 + more.length)
    await expectSame(list, other)
  })

  test('undone deletion leaves the list unchanged after a reload', async ({ page, list, guest }) => {
    await guest.import(first().path, without.path, second().path)
    await list.open()
    const before = await list.ids()
    expect(before).toHaveLength(3)
    await list
      .withStatus('FAILED')
      .getByRole('button', { name: text('card.remove'), exact: true })
      .click()
    await list.count('FAILED', 0)
    await page.getByRole('button', { name: text('deletion.undo'), exact: true }).click()
    await list.count('FAILED', 1)
    await page.reload()
    await list.live()
    await expect.poll(() => list.ids()).toEqual(before)
    await takePictures(page, 'kitchen')
  })

  test('another guest sees nothing', async ({ list, guest, newPerson }) => {
    await guest.import(first().path)
    await list.open()
    await list.count('SUCCESS', 1)
    const theirs = new MyRecipes(await (await newPerson()).newPage())
    await theirs.open()
    expect(await theirs.cards.count()).toBe(0)
  })

  test('doubtful lines are marked with their source', async ({ page, guest }) => {
    const [id] = await guest.import(kind('json-ld, amounts missing').path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    const doubtful = page.locator('li[data-doubt="MENDED"]')
    await expect.poll(() => doubtful.count()).toBeGreaterThan(3)
    const asking = page.getByRole('button', { name: /1 large onion/ })
    await page.getByRole('checkbox', { name: /1 large onion/ }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => asking.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('tooltip', { includeHidden: true }).getByText(pattern('doubt.MENDED')).waitFor()
    await page.keyboard.press('Enter')
    const doubtfulLine = doubtful.filter({ has: asking })
    await doubtfulLine.getByText(text('reader.visible')).waitFor()
    await doubtfulLine.getByText(pattern('doubt.MENDED')).filter({ visible: true }).waitFor()
    await doubtfulLine.locator('q', { hasText: 'onion' }).waitFor()
    await page.getByText(text('origin.fields'), { exact: true }).click()
    await page.locator('[data-reader="jsonLd"] [data-origin="title"]').waitFor()
    await takePictures(page, 'doubtful')
    await expectAccessible(page, 'doubtful')
  })

  test('missing parts of a page are named', async ({ page, guest }) => {
    const [id] = await guest.import(kind('json-ld, no steps').path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    const notice = page.getByRole('region', { name: text('warnings.label') })
    await notice.getByText(text('warning.INSTRUCTIONS_MISSING')).waitFor()
    const original = notice.getByRole('link', { name: text('warnings.original') })
    await expect.poll(() => original.getAttribute('href')).toBe(`${BASE_URL}${kind('json-ld, no steps').path}`)
    await takePictures(page, 'warnings')
    await expectAccessible(page, 'warnings')
  })

  test('unknown address shows the not-found page', async ({ page }) => {
    const response = await page.goto(`${BASE_URL}/no/such/page`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: text('site.notFound.title') }).waitFor()
    await takePictures(page, '404')
    await page.goto(`${BASE_URL}/recipes/${'0'.repeat(32)}`)
    await page.getByText(text('recipe.notFound.text', { id: '0'.repeat(32) })).waitFor()
  })
})

/** Records the stages that a card shows; the returned function reads them in order. */
async function watchStages(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const stages: string[] = []
    const note = () => {
      for (const element of document.querySelectorAll('[data-stage]')) {
        const stage = element.getAttribute('data-stage') ?? ''
        if (stages.at(-1) !== stage) stages.push(stage)
      }
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
    return stages
  })
  return () => seen.jsonValue()
}
