import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, settled, takePictures } from './browser'
import { expect, test } from './fixtures'
import { isServed } from './kept'
import { becomeMember, signIn } from './members'
import { type DemoPage, demoPage, type MyRecipes } from './my-recipes'
import { text } from './text'
import { cardHtml, drawPages } from './uploads'

/** Shared data: text fields, and files by path. */
interface Share {
  readonly words?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
}

test.use({ serviceWorkers: 'allow' })

/** The share sheet posts a form, which the service worker handles. */
test.describe('sharing with the installed app', () => {
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let dish: DemoPage
  let folder: string

  test.beforeAll(async ({ browser }) => {
    dish = await demoPage('tomato-galette')
    folder = await mkdtemp(join(tmpdir(), 'zest-share-'))
    const [picture] = await drawPages(browser, [
      { name: 'pancakes.png', html: cardHtml('Thin Pancakes', ['200 g flour', '2 eggs'], ['Mix.', 'Fry in butter.']) },
    ])
    await writeFile(join(folder, 'pancakes.png'), picture?.buffer ?? '')
    await writeFile(join(folder, 'film.mp4'), Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(1_000)]))
    await writeFile(join(folder, 'book.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000_000)]))
    await writeFile(join(folder, 'shelf.pdf'), Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(110_000_000)]))
  })

  test.afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  test.beforeEach(async ({ context, page: own, list: ownList }) => {
    ;[person, page, list] = [context, own, ownList]
    await list.open()
    await isServed(page)
  })

  const share = (what: Share, prefix = '') => post(page, what, folder, prefix)
  const box = () => page.locator('textarea[name=url]')
  const tray = () => page.locator('[data-tray="ready"]')
  const news = (reason: string) => page.locator(`[data-shared-news] [data-reason=${reason}]`)
  const isForgotten = () => expect.poll(() => page.evaluate(() => caches.has('zest-shared'))).toBe(false)

  test('address in each language is imported after confirmation', async () => {
    for (const language of ['es', 'fr', 'en'] as const) {
      await test.step(language, async () => {
        const prefix = language === 'en' ? '' : `/${language}`
        await share({ words: { title: 'Soup', text: `Look: ${BASE_URL}${dish.path}` } }, prefix)
        await expect.poll(() => box().inputValue()).toBe(`Look: ${BASE_URL}${dish.path}`)
        // A reload or going back does not import it again.
        await expect.poll(() => page.url()).toBe(`${BASE_URL}${prefix}/my-recipes`)
        await isForgotten()
        await page.getByRole('button', { name: text('urlBox.submit', {}, language) }).waitFor()
      })
    }
    await share({ words: { url: `${BASE_URL}${dish.path}` } })
    await expect.poll(() => box().inputValue()).toBe(`${BASE_URL}${dish.path}`)
    await list.live()
    expect(await list.cards.count()).toBe(0)
    await page.getByRole('button', { name: text('urlBox.submit') }).click()
    await list.count('SUCCESS', 1)
  })

  test('text', async () => {
    const soup = 'Onion soup\n\nIngredients\n4 onions\n1 l broth\n\nSteps\n1. Fry the onions.\n2. Add the broth.'
    await share({ words: { text: soup } })
    await expect.poll(() => box().inputValue()).toBe(soup)
    await page.getByRole('button', { name: text('urlBox.readText'), exact: true }).click()
    await list.withStatus('SUCCESS').getByRole('heading', { name: 'Onion soup' }).waitFor()
  })

  test('photo', async () => {
    await share({ files: ['pancakes.png'] })
    await tray().waitFor()
    await page.getByRole('img', { name: 'pancakes.png' }).waitFor()
    await isForgotten()
    await list.live()
    await settled(page)
    await takePictures(page, 'shared-picture')
    await tray()
      .getByRole('button', { name: text('tray.submit', { count: 1 }) })
      .click()
    await list.count('SUCCESS', 1)
  })

  test('video, 50 MB file and oversized share are refused', async () => {
    await share({ files: ['film.mp4', 'book.pdf', 'pancakes.png'] })
    await tray().waitFor()
    await page.locator('[data-refused=file]').getByText('film.mp4').waitFor()
    await page.locator('[data-refused=tooLarge]').getByText(text('refusal.tooLarge')).waitFor()
    await page.getByRole('img', { name: 'pancakes.png' }).waitFor()
    // Above the limit.
    await share({ files: ['shelf.pdf'] })
    await news('tooLarge').getByText('shelf.pdf').waitFor()
    await news('tooLarge').getByText(text('refusal.tooLarge')).waitFor()
    expect(await tray().count()).toBe(0)
    await list.live()
    await settled(page)
    await expectNoBarrier(page, 'something shared that is too large', 'anything')
    await takePictures(page, 'shared-too-large')
    await page
      .locator('[data-shared-news]')
      .getByRole('button', { name: text('dialog.close'), exact: true })
      .click()
    await news('tooLarge').waitFor({ state: 'detached' })
  })

  test('empty and expired shares are explained in each language', async () => {
    for (const language of ['es', 'fr', 'en'] as const) {
      await share({ words: { title: '', text: ' ' } }, language === 'en' ? '' : `/${language}`)
      await news('empty')
        .getByText(text('shared.empty', {}, language))
        .waitFor()
    }
    await page.goto(`${BASE_URL}/my-recipes?shared=1`)
    await news('nothing').waitFor()
    await expect.poll(() => page.url()).toBe(`${BASE_URL}/my-recipes`)
  })

  test('share without a network waits and is sent after a reload', async () => {
    await person.setOffline(true)
    await share({ files: ['pancakes.png'] })
    await tray()
      .getByRole('button', { name: text('tray.submit', { count: 1 }) })
      .click()
    await list.count('FAILED', 1)
    const later = `${BASE_URL}${dish.path}?shared-later`
    await share({ words: { text: later } })
    await expect.poll(() => box().inputValue()).toBe(later)
    await page.getByRole('button', { name: text('urlBox.submit') }).click()
    await list.count('FAILED', 2)
    await page.reload()
    await list.count('FAILED', 2)
    await person.setOffline(false)
    await list.count('SUCCESS', 2)
  })
})

test('share with an expired session is kept through sign-in', async ({ page, list }) => {
  const email = await becomeMember(page, 'share')
  await list.open()
  await isServed(page)
  // The clock is a year ahead, so the tokens have expired and cannot be renewed.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(365 * 86_400_000))
      if (key.endsWith('.refreshToken')) localStorage.setItem(key, 'over')
    }
  })
  await post(page, { words: { text: 'https://example.com/soup' } }, '', '', '/login')
  await signIn(page, email)
  await expect.poll(() => list.box.inputValue()).toBe('https://example.com/soup')
})

/** Posts the form of a language's manifest and waits for the resulting page. */
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
    setTimeout(() => document.querySelector<HTMLFormElement>('form#share')?.submit())
  })
  // The previous page may have the same address.
  await page.waitForFunction(() => document.querySelector('form#share') === null)
  await page.waitForURL((url) => url.pathname === leadsTo)
}
