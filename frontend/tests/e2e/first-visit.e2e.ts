import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleOnEachDevice } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { type DemoPage, demoKitchen, expectSame, MyRecipes } from './my-recipes'

/** The way of somebody who has just started the app: each step stands on the one before. */
describe('a newcomer', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let recipes: DemoPage[]
  let without: DemoPage

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    list = new MyRecipes(page)
    ;({ recipes, without } = await demoKitchen(person))
  })

  afterAll(async () => {
    await browser?.close()
  })

  const first = () => demo(0)
  const second = () => demo(1)
  function demo(index: number): DemoPage {
    const found = recipes[index]
    if (found === undefined) throw new Error('the demo kitchen needs at least two recipes')
    return found
  }

  function kind(wanted: string): DemoPage {
    const found = recipes.find((page) => page.kind === wanted)
    if (found === undefined) throw new Error(`the demo kitchen has no page of the kind ${wanted}`)
    return found
  }

  it('opens the app and finds a warm, empty list', async () => {
    await list.open()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/my-recipes')
    await expect.poll(() => page.title()).toBe('Zest – Get to the Recipe')
    await page.getByRole('heading', { name: 'Get to the recipe.' }).waitFor()
    await page.locator(`[data-demo="${first().path}"]`).waitFor()
    expect(await list.cards.count()).toBe(0)
    await takePictures(page, 'empty')
  })

  it('types garbage and is told beside the box', async () => {
    await list.paste('what my grandmother cooked')
    await page.getByRole('alert').getByText('This is not a web address.').waitFor()
    expect(await list.cards.count()).toBe(0)
    await list.box.fill('')
  })

  it('imports one of our pages with a click and watches it arrive', async () => {
    const stages = await watchStages(page)
    await list.pick(first().path)
    await list.count('SUCCESS', 1)
    await list.withStatus('SUCCESS').getByRole('heading', { name: first().title }).waitFor()
    const seen = await stages()
    expect(seen.length, 'live stages were seen').toBeGreaterThanOrEqual(2)
    const order = ['FETCHING', 'EXTRACTING', 'CHECKING']
    expect(seen).toEqual([...seen].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  })

  it('opens the recipe and sees all of it', async () => {
    await list.withStatus('SUCCESS').getByRole('link', { name: first().title }).click()
    await page.getByRole('heading', { level: 1, name: first().title }).waitFor()
    const ingredients = page.getByRole('region', { name: 'Ingredients' }).getByRole('checkbox')
    await ingredients.first().check()
    await expect.poll(() => ingredients.count()).toBeGreaterThan(2)
    await expect
      .poll(() => page.getByRole('region', { name: 'Steps' }).getByRole('listitem').count())
      .toBeGreaterThan(1)
    // The picture and the nutrition come from the second state machine, so they arrive while the page is open.
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
    await expectAccessibleOnEachDevice(page, 'recipe')
    await page.getByRole('link', { name: 'My recipes', exact: true }).click()
    await list.count('SUCCESS', 1)
  })

  it('pastes an address, in the middle of a sentence even', async () => {
    await list.paste(`Look what I found: ${BASE_URL}${second().path}.`)
    await list.count('SUCCESS', 2)
    await list.withStatus('SUCCESS').getByRole('heading', { name: second().title }).waitFor()
  })

  it('imports a page without a recipe and reads why that failed', async () => {
    await list.pick(without.path)
    await list.count('FAILED', 1)
    const card = list.withStatus('FAILED')
    await card.locator('[data-reason="NOT_A_RECIPE"]').waitFor()
    await card.getByText('We found no recipe on this page.').waitFor()
    await card.getByRole('button', { name: 'Try again', exact: true }).waitFor()
  })

  it('pastes a private address and is refused in a clear sentence', async () => {
    await list.paste('http://169.254.169.254/')
    const refused = page.locator('article', { has: page.locator('[data-reason="ADDRESS_NOT_ALLOWED"]') })
    await refused.getByText('This address is not on the public internet.').waitFor()
    await refused.getByRole('button', { name: 'Remove', exact: true }).click()
    await refused.waitFor({ state: 'detached' })
  })

  it('is at home with every look of the list', async () => {
    // An import is over too soon for pictures, so its submission is held back while they are taken.
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
    await expectAccessibleOnEachDevice(page, 'list')
    release()
    await list.count('SUCCESS', 3)
    await page.unroute('**/graphql')
  })

  it('sees in another tab what happens in this one', async () => {
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await expectSame(list, other)
    const more = recipes.slice(3, 6)
    for (const { path } of more) await other.paste(`${BASE_URL}${path}`)
    await list.count('SUCCESS', 3 + more.length)
    await other.count('SUCCESS', 3 + more.length)
    await expectSame(list, other)
    await other.page.close()
    await page.bringToFront()
  })

  it('removes a recipe and thinks better of it', async () => {
    await list.withStatus('FAILED').getByRole('button', { name: 'Remove', exact: true }).click()
    await list.count('FAILED', 0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await list.count('FAILED', 1)
  })

  it('reloads and finds the list as it was', async () => {
    const before = await list.ids()
    await page.reload()
    await list.live()
    await expect.poll(() => list.ids()).toEqual(before)
    await takePictures(page, 'kitchen')
  })

  it('is not somebody else', async () => {
    const stranger = await newPerson(browser)
    const theirs = new MyRecipes(await stranger.newPage())
    await theirs.open()
    expect(await theirs.cards.count()).toBe(0)
    await stranger.close()
  })

  it('is told which lines are doubtful, and where they came from', async () => {
    await list.importAndOpen(kind('json-ld, amounts missing'))
    const doubtful = page.locator('li[data-doubt="MENDED"]')
    await expect.poll(() => doubtful.count()).toBeGreaterThan(3)
    await page.getByText('it was taken from what the page shows').waitFor()
    const asking = page.getByRole('button', { name: /Doubtful: where is “1 large onion/ })
    // By keyboard alone: the line's box, then its button.
    await page.getByRole('checkbox', { name: /1 large onion/ }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => asking.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const told = doubtful.filter({ has: asking })
    await told.getByText('The page’s text, found by its headings and lists').waitFor()
    await told.locator('q', { hasText: 'onion' }).waitFor()
    await page.getByText('Where is this from?', { exact: true }).click()
    await page.locator('[data-reader="jsonLd"] [data-origin="title"]').waitFor()
    await takePictures(page, 'doubtful')
    await expectAccessibleOnEachDevice(page, 'doubtful')
    await page.getByRole('link', { name: 'My recipes', exact: true }).click()
  })

  it('is told what a page has left out', async () => {
    await list.importAndOpen(kind('json-ld, no steps'))
    const notice = page.getByRole('region', { name: 'About this import' })
    await notice.getByText('The page has no steps that could be read.').waitFor()
    const original = notice.getByRole('link', { name: 'Open the original' })
    await expect.poll(() => original.getAttribute('href')).toBe(`${BASE_URL}${kind('json-ld, no steps').path}`)
    await takePictures(page, 'warnings')
    await expectAccessibleOnEachDevice(page, 'warnings')
    await page.getByRole('link', { name: 'My recipes', exact: true }).click()
  })

  it('meets a page that says so where there is none', async () => {
    const response = await page.goto(`${BASE_URL}/no/such/page`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await takePictures(page, '404')
    await page.goto(`${BASE_URL}/recipes/${'0'.repeat(32)}`)
    await page.getByText(`Recipe with id ${'0'.repeat(32)} not found`).waitFor()
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})

/** Notes every stage that a card shows from now on; the returned function tells which, in their order. */
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
