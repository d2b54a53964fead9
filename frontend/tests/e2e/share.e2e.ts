import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, newVisitor, settled, takePictures } from './browser'
import { newEmail, signIn, signUp } from './members'
import { type DemoPage, demoPage, MyRecipes } from './my-recipes'
import { cardHtml, drawPages } from './uploads'

/** What another program hands on: words by their names, files by their paths. */
interface Share {
  readonly words?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
}

/** The installed app is shared to: a form is posted, as the phone's share sheet does it, and the service worker takes it in. */
describe('something is shared with the installed app', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let dish: DemoPage
  let folder: string

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor('allow'))
    dish = await demoPage(person, 'tomato-galette')
    folder = await mkdtemp(join(tmpdir(), 'zest-share-'))
    const [picture] = await drawPages(person, [
      { name: 'pancakes.png', html: cardHtml('Thin Pancakes', ['200 g flour', '2 eggs'], ['Mix.', 'Fry in butter.']) },
    ])
    await writeFile(join(folder, 'pancakes.png'), picture?.buffer ?? '')
    await writeFile(join(folder, 'film.mp4'), Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(1_000)]))
    await writeFile(join(folder, 'book.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000_000)]))
    await writeFile(join(folder, 'shelf.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(110_000_000)]))
    list = new MyRecipes(page)
    await list.open()
    await isServed(page)
  })

  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const share = (what: Share, prefix = '') => post(page, what, folder, prefix)
  const box = () => page.locator('textarea[name=url]')
  const tray = () => page.locator('[data-tray="ready"]')
  const news = (reason: string) => page.locator(`[data-shared-news] [data-reason=${reason}]`)
  const isForgotten = () => expect.poll(() => page.evaluate(() => caches.has('zest-shared'))).toBe(false)

  it.each([
    ['', 'Get recipe'],
    ['/es', 'Obtener la receta'],
    ['/fr', 'Obtenir la recette'],
  ])('an address, in the language of %j', async (prefix, button) => {
    await share({ words: { title: 'Soup', text: `Look: ${BASE_URL}${dish.path}` } }, prefix)
    await expect.poll(() => box().inputValue()).toBe(`Look: ${BASE_URL}${dish.path}`)
    // Neither a reload nor the way back takes it up again.
    await expect.poll(() => page.url()).toBe(`${BASE_URL}${prefix}/my-recipes`)
    await isForgotten()
    await page.getByRole('button', { name: button }).waitFor()
  })

  it('and nothing is imported before somebody says so', async () => {
    await list.open()
    expect(await list.cards.count()).toBe(0)
    await share({ words: { url: `${BASE_URL}${dish.path}` } })
    await expect.poll(() => box().inputValue()).toBe(`${BASE_URL}${dish.path}`)
    await list.live()
    expect(await list.cards.count()).toBe(0)
    await page.getByRole('button', { name: 'Get recipe' }).click()
    await list.count('SUCCESS', 1)
  })

  it('a text', async () => {
    const text = 'Onion soup\n\nIngredients\n4 onions\n1 l broth\n\nSteps\n1. Fry the onions.\n2. Add the broth.'
    await share({ words: { text } })
    await expect.poll(() => box().inputValue()).toBe(text)
    await page.getByRole('button', { name: 'Read this text', exact: true }).click()
    await list.withStatus('SUCCESS').getByRole('heading', { name: 'Onion soup' }).waitFor()
  })

  it('a picture', async () => {
    await share({ files: ['pancakes.png'] })
    await tray().waitFor()
    await page.getByRole('img', { name: 'pancakes.png' }).waitFor()
    await isForgotten()
    await list.live()
    await settled(page)
    await takePictures(page, 'shared-picture')
    const before = await list.withStatus('SUCCESS').count()
    await tray().getByRole('button', { name: 'Get recipe' }).click()
    await list.count('SUCCESS', before + 1)
  })

  it('what is no recipe: a film and 50 MB', async () => {
    await share({ files: ['film.mp4', 'book.pdf', 'pancakes.png'] })
    await tray().waitFor()
    await page.locator('[data-refused=file]').getByText('film.mp4').waitFor()
    await page.locator('[data-refused=tooLarge]').getByText('This is larger than 20 MB').waitFor()
    await page.getByRole('img', { name: 'pancakes.png' }).waitFor()
  })

  it('more than is taken in at all', async () => {
    await share({ files: ['shelf.pdf'] })
    await news('tooLarge').getByText('shelf.pdf').waitFor()
    await news('tooLarge').getByText('This is larger than 20 MB').waitFor()
    expect(await tray().count()).toBe(0)
    await list.live()
    await settled(page)
    await expectNoBarrier(page, 'something shared that is too large', 'anything')
    await takePictures(page, 'shared-too-large')
    await page.locator('[data-shared-news]').getByRole('button', { name: 'Close', exact: true }).click()
    await news('tooLarge').waitFor({ state: 'detached' })
  })

  it.each([
    ['', 'There was nothing in what was shared.'],
    ['/es', 'No había nada en lo que se compartió.'],
    ['/fr', 'Il n’y avait rien dans ce qui a été partagé.'],
  ])('nothing, in the language of %j', async (prefix, sentence) => {
    await share({ words: { title: '', text: ' ' } }, prefix)
    await news('empty').getByText(sentence).waitFor()
  })

  it('something that is not there any more', async () => {
    await page.goto(`${BASE_URL}/my-recipes?shared=1`)
    await news('nothing').waitFor()
    await expect.poll(() => page.url()).toBe(`${BASE_URL}/my-recipes`)
  })

  it('without a network: it waits and is sent later, through a reload', async () => {
    await list.open()
    const before = await list.withStatus('SUCCESS').count()
    await person.setOffline(true)
    await share({ files: ['pancakes.png'] })
    await tray().getByRole('button', { name: 'Get recipe' }).click()
    await list.count('FAILED', 1)
    const later = `${BASE_URL}${dish.path}?shared-later`
    await share({ words: { text: later } })
    await expect.poll(() => box().inputValue()).toBe(later)
    await page.getByRole('button', { name: 'Get recipe' }).click()
    await list.count('FAILED', 2)
    await page.reload()
    await list.count('FAILED', 2)
    await person.setOffline(false)
    await list.count('SUCCESS', before + 2)
  })

  it('and nothing of it is broken', () => {
    expect(faults).toEqual([])
  })
})

describe('something is shared while the session has ended', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    ;({ browser, page } = await newVisitor('allow'))
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('is still there after the sign-in', async () => {
    const email = newEmail('share')
    await signUp(page, email, '/credits')
    await new MyRecipes(page).open()
    await isServed(page)
    // Its tokens are over, by a clock that is a year ahead, and can be renewed no more.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(365 * 86_400_000))
        if (key.endsWith('.refreshToken')) localStorage.setItem(key, 'over')
      }
    })
    await post(page, { words: { text: 'https://example.com/soup' } }, '', '', '/login')
    await signIn(page, email)
    await expect.poll(() => new MyRecipes(page).box.inputValue()).toBe('https://example.com/soup')
  })
})

/** Waits until the service worker answers for the page. */
async function isServed(page: Page): Promise<void> {
  await vi.waitFor(
    async () => expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true),
    { timeout: 60_000, interval: 100 },
  )
}

/** Posts the form that the manifest of a language names, and waits for the page to which it leads. */
async function post(
  page: Page,
  { words = {}, files = [] }: Share,
  folder: string,
  prefix: string,
  leadsTo = `${prefix}/my-recipes`,
): Promise<void> {
  await page.evaluate(
    ([action, fields, isWithFiles]) => {
      const form = document.createElement('form')
      Object.assign(form, { id: 'share', method: 'post', enctype: 'multipart/form-data', action })
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      }
      if (isWithFiles) {
        form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }))
      }
      document.querySelector('form#share')?.remove()
      document.body.append(form)
    },
    [`${prefix}/share`, words, files.length > 0] as const,
  )
  if (files.length > 0) {
    await page.locator('form#share input').setInputFiles(files.map((name) => join(folder, name)))
  }
  await page.evaluate(() => {
    // Once this has been answered.
    setTimeout(() => document.querySelector<HTMLFormElement>('form#share')?.submit())
  })
  // The page that is left may have the same address.
  await page.waitForFunction(() => document.querySelector('form#share') === null)
  await page.waitForURL((url) => url.pathname === leadsTo)
}
