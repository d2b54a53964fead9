import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { clickBookmark, receiverOf, takeBookmark } from './bookmark'
import { BASE_URL, launchBrowser, newPerson, watchForFaults } from './browser'
import { MyRecipes } from './my-recipes'
import { RECIPE, SourceSite } from './source-sites'

/** Scripts of five million letters, of which nothing is sent. */
const HEAVY = `<script>/*${'x'.repeat(5_000_000)}*/</script>`
/** Five million letters that anybody sees. */
const LONG = `<p>${'So much was said. '.repeat(280_000)}</p>`

/** Each with how its page defends itself, and what is there to see. */
const DEFENDED = {
  plain: {},
  'strict-csp': {
    'Content-Security-Policy': "default-src 'none'; script-src 'none'; connect-src 'none'; base-uri 'none'",
  },
  'trusted-types': {
    'Content-Security-Policy': "script-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types 'none'",
  },
  coop: { 'Cross-Origin-Opener-Policy': 'same-origin' },
  'coop-and-coep': { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  sandbox: { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin' },
  'form-action': { 'Content-Security-Policy': "form-action 'none'; navigate-to 'self'" },
}

describe('a page is sent by the bookmark', () => {
  let browser: Browser
  let person: BrowserContext
  let site: SourceSite
  let bookmark: string
  let list: MyRecipes

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    const defended = Object.entries(DEFENDED).map(([name, headers]) => [
      `/${name}`,
      { headers, body: RECIPE(`Soup of ${name}`) },
    ])
    site = await SourceSite.with({
      ...Object.fromEntries(defended),
      '/heavy': { body: RECIPE('Heavy soup') + HEAVY },
      '/long': { body: RECIPE('Long soup') + LONG },
      '/long-behind-coop': { headers: DEFENDED.coop, body: RECIPE('Long soup') + LONG },
      '/news': { body: '<!doctype html><title>News</title><h1>News</h1><p>It rained all day long.' },
      '/typed': {
        body: `${RECIPE('Typed soup')}<input value="secret-1"><textarea>secret-2</textarea><script>secret3=1</script>`,
      },
      '/script-in-title': { body: RECIPE('&lt;img src=x onerror=document.body.remove()&gt;') },
      '/opener': { body: '<!doctype html><title>Opener</title>' },
    })
    bookmark = await takeBookmark(person)
    list = new MyRecipes(await person.newPage())
    await list.open()
  })

  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  const send = async (path: string): Promise<{ source: Page; receiver: Page }> => {
    const source = await person.newPage()
    await source.goto(`${site.origin}${path}`)
    const receiver = await receiverOf(person, () => clickBookmark(source, bookmark))
    return { source, receiver }
  }
  const importIt = async (receiver: Page) => {
    await receiver.getByRole('button', { name: 'Import this page' }).click()
    await receiver.waitForURL(/\/my-recipes/)
  }
  const card = (title: string) => list.withStatus('SUCCESS').filter({ hasText: title })
  const close = async (...pages: Page[]) => {
    await Promise.all(pages.map((page) => page.close()))
  }

  it.each(Object.keys(DEFENDED))('from %s', async (name) => {
    const { source, receiver } = await send(`/${name}`)
    const faults = watchForFaults(receiver)
    await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe(`Soup of ${name}`)
    expect(await receiver.locator('[data-field=address]').textContent()).toBe(`${site.origin}/${name}`)
    // It neither stays in the history nor is handed on.
    expect(new URL(receiver.url()).hash).toBe('')
    expect(await card(`Soup of ${name}`).count()).toBe(0)
    await importIt(receiver)
    await card(`Soup of ${name}`).waitFor()
    expect(faults).toEqual([])
    await close(...new Set([source, receiver]))
  })

  it('of 5 MB of scripts', async () => {
    const { source, receiver } = await send('/heavy')
    await importIt(receiver)
    await card('Heavy soup').waitFor()
    await close(source, receiver)
  })

  it.each(['/long', '/long-behind-coop'])('only by its address when it is too large: %s', async (path) => {
    const { source, receiver } = await send(path)
    await receiver.locator('[data-received=tooLarge]').waitFor()
    await receiver.getByRole('link', { name: 'Import the address instead' }).click()
    await expect.poll(() => new MyRecipes(receiver).box.inputValue()).toBe(`${site.origin}${path}`)
    await close(...new Set([source, receiver]))
  })

  it('without what was typed and without scripts', async () => {
    const { source, receiver } = await send('/typed')
    const kept = await receiver.evaluate(() => sessionStorage.getItem('zest.received'))
    expect(kept).toContain('2 leeks')
    expect(kept).not.toContain('secret')
    await receiver.getByRole('button', { name: 'Do not import it' }).click()
    await receiver.waitForURL(/\/my-recipes/)
    expect(await receiver.evaluate(() => sessionStorage.getItem('zest.received'))).toBeNull()
    await close(source, receiver)
  })

  it('and asks when it is in the list already', async () => {
    const { source, receiver } = await send('/plain')
    await receiver.getByRole('button', { name: 'Import this page' }).click()
    await receiver.locator('[data-have-already]').waitFor()
    await receiver.getByRole('button', { name: 'Never mind' }).click()
    await receiver.getByRole('button', { name: 'Import this page' }).waitFor()
    await close(source, receiver)
  })

  it('and is still there after a reload', async () => {
    const { source, receiver } = await send('/heavy')
    await receiver.reload()
    await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe('Heavy soup')
    await close(source, receiver)
  })

  it('and says that it holds no recipe', async () => {
    const { source, receiver } = await send('/news')
    await importIt(receiver)
    const failed = list.withStatus('FAILED').filter({ hasText: 'We found no recipe on this page' })
    await failed.waitFor()
    await close(source, receiver)
  })

  it('and its words are words', async () => {
    const { source, receiver } = await send('/script-in-title')
    const title = '<img src=x onerror=document.body.remove()>'
    await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe(title)
    await close(source, receiver)
  })

  describe('but a page that is up to something', () => {
    /** Opens the screen as the bookmark does, and posts these once it is ready. */
    const post = async (messages: unknown[]): Promise<{ source: Page; receiver: Page }> => {
      const source = await person.newPage()
      await source.goto(`${site.origin}/opener`)
      const opening = person.waitForEvent('page')
      await source.evaluate(
        ([receiver, sent]) => {
          const opened = window.open(`${receiver}#wait`)
          addEventListener('message', () => {
            for (const message of sent as unknown[]) opened?.postMessage(message, '*')
          })
        },
        [`${BASE_URL}/receive`, messages] as const,
      )
      return { source, receiver: await opening }
    }
    const message = (change: object) => ({
      address: `${site.origin}/opener`,
      title: 'Soup',
      type: 'text/html',
      html: '<p>x',
      ...change,
    })

    it.each([
      ['says it is another one', { address: 'https://example.com/soup' }, 'wrongOrigin'],
      ['sends 50 MB', { html: 'x'.repeat(50_000_000) }, 'tooLarge'],
      ['sends a file', { type: 'application/pdf' }, 'notHtml'],
      ['sends nothing', { html: '' }, 'empty'],
      ['sends no page', { html: 7 }, 'malformed'],
    ])('%s', async (_, change, why) => {
      const { source, receiver } = await post([message(change)])
      await receiver.locator(`[data-received=${why}]`).waitFor()
      await close(source, receiver)
    })

    it('sends 100 messages', async () => {
      const many = Array.from({ length: 100 }, (_, number) => message({ title: `Soup ${number}` }))
      const { source, receiver } = await post(many)
      await receiver.locator('[data-sent-more]').waitFor()
      expect(await receiver.locator('[data-field=title]').textContent()).toBe('Soup 0')
      await close(source, receiver)
    })
  })

  it('to a screen that everybody can read', async () => {
    const { source, receiver } = await send('/plain')
    await expectAccessibleInEveryTheme(receiver, 'receive')
    await expectNarrowEnough(receiver, 'receive')
    await close(source, receiver)
  })
})
