import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { clickBookmark, receiverOf, takeBookmark } from './bookmark'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { MyRecipes } from './my-recipes'
import { RECIPE, SourceSite } from './source-sites'
import { text } from './text'

/** 5 MB of scripts, which are not sent. */
const HEAVY = `<script>/*${'x'.repeat(5_000_000)}*/</script>`
/** 5 MB of visible text. */
const LONG = `<p>${'So much was said. '.repeat(280_000)}</p>`

/** Protection of the page, and its visible content. */
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

test.describe('bookmarklet sends a page', () => {
  let person: BrowserContext
  let site: SourceSite
  let bookmark: string

  test.beforeAll(async ({ browser }) => {
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
    const newcomer = await browser.newContext()
    bookmark = await takeBookmark(newcomer)
    await newcomer.close()
  })

  test.afterAll(async () => {
    await site?.close()
  })

  test.beforeEach(({ context }) => {
    person = context
  })

  const send = async (path: string): Promise<{ source: Page; receiver: Page }> => {
    const source = await person.newPage()
    await source.goto(`${site.origin}${path}`)
    const receiver = await receiverOf(person, () => clickBookmark(source, bookmark))
    return { source, receiver }
  }
  const importIt = async (receiver: Page) => {
    await receiver.getByRole('button', { name: text('receive.import') }).click()
    await receiver.waitForURL(/\/my-recipes/)
  }
  const cards = (receiver: Page, status: 'SUCCESS' | 'FAILED') => new MyRecipes(receiver).withStatus(status)

  for (const name of Object.keys(DEFENDED)) {
    test(`from ${name}`, async () => {
      const { receiver } = await send(`/${name}`)
      await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe(`Soup of ${name}`)
      expect(await receiver.locator('[data-field=address]').textContent()).toBe(`${site.origin}/${name}`)
      // The page is neither in the history nor in the referrer.
      expect(new URL(receiver.url()).hash).toBe('')
      // Nothing is imported before confirmation.
      const list = new MyRecipes(await person.newPage())
      await list.open()
      expect(await list.cards.count()).toBe(0)
      await importIt(receiver)
      await cards(receiver, 'SUCCESS')
        .filter({ hasText: `Soup of ${name}` })
        .waitFor()
    })
  }

  test('with 5 MB of scripts', async () => {
    const { receiver } = await send('/heavy')
    await importIt(receiver)
    await cards(receiver, 'SUCCESS').filter({ hasText: 'Heavy soup' }).waitFor()
  })

  for (const path of ['/long', '/long-behind-coop']) {
    test(`as an address only if it is too large: ${path}`, async () => {
      const { receiver } = await send(path)
      await receiver.locator('[data-received=tooLarge]').waitFor()
      await receiver.getByRole('link', { name: text('receive.addressInstead') }).click()
      await expect.poll(() => new MyRecipes(receiver).box.inputValue()).toBe(`${site.origin}${path}`)
    })
  }

  test('without form input and scripts', async () => {
    const { receiver } = await send('/typed')
    const kept = await receiver.evaluate(() => sessionStorage.getItem('zest.received'))
    expect(kept).toContain('2 leeks')
    expect(kept).not.toContain('secret')
    await receiver.getByRole('button', { name: text('receive.discard') }).click()
    await receiver.waitForURL(/\/my-recipes/)
    expect(await receiver.evaluate(() => sessionStorage.getItem('zest.received'))).toBeNull()
  })

  test('and asks if it is already in the list', async () => {
    const first = (await send('/plain')).receiver
    await importIt(first)
    // The server has the recipe.
    await cards(first, 'SUCCESS').waitFor()
    const { receiver } = await send('/plain')
    await receiver.getByRole('button', { name: text('receive.import') }).click()
    await receiver.locator('[data-have-already]').waitFor()
    await receiver.getByRole('button', { name: text('same.close') }).click()
    await receiver.getByRole('button', { name: text('receive.import') }).waitFor()
  })

  test('and keeps it after a reload', async () => {
    const { receiver } = await send('/heavy')
    await receiver.reload()
    await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe('Heavy soup')
  })

  test('and reports a page without a recipe', async () => {
    const { receiver } = await send('/news')
    await importIt(receiver)
    const failed = cards(receiver, 'FAILED').filter({ hasText: text('problem.NOT_A_RECIPE') })
    await failed.waitFor()
  })

  test('and shows hostile text as text', async () => {
    const { receiver } = await send('/script-in-title')
    const title = '<img src=x onerror=document.body.remove()>'
    await expect.poll(() => receiver.locator('[data-field=title]').textContent()).toBe(title)
  })

  test.describe('hostile page', () => {
    /** Opens the screen as the bookmarklet does and posts messages when it is ready. */
    const post = async (messages: object[], letters = 0): Promise<{ source: Page; receiver: Page }> => {
      const source = await person.newPage()
      await source.goto(`${site.origin}/opener`)
      const opening = person.waitForEvent('page')
      await source.evaluate(
        ([receiver, sent, letters]) => {
          const opened = window.open(`${receiver}#wait`)
          // Created in the page, because passing it in takes too long.
          const html = letters > 0 ? { html: 'x'.repeat(letters) } : {}
          addEventListener('message', () => {
            for (const message of sent) opened?.postMessage({ ...message, ...html }, '*')
          })
        },
        [`${BASE_URL}/receive`, messages, letters] as const,
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

    for (const [what, change, why] of [
      ['says it is another one', { address: 'https://example.com/soup' }, 'wrongOrigin'],
      ['sends a file', { type: 'application/pdf' }, 'notHtml'],
      ['sends nothing', { html: '' }, 'empty'],
      ['sends no page', { html: 7 }, 'malformed'],
    ] as const) {
      test(what, async () => {
        const { receiver } = await post([message(change)])
        await receiver.locator(`[data-received=${why}]`).waitFor()
      })
    }

    test('sends 50 MB', async () => {
      const { receiver } = await post([message({})], 50_000_000)
      await receiver.locator('[data-received=tooLarge]').waitFor()
    })

    test('sends 100 messages', async () => {
      const many = Array.from({ length: 100 }, (_, number) => message({ title: `Soup ${number}` }))
      const { receiver } = await post(many)
      await receiver.locator('[data-sent-more]').waitFor()
      expect(await receiver.locator('[data-field=title]').textContent()).toBe('Soup 0')
    })
  })

  test('cannot reach a screen of another origin', async () => {
    const { receiver } = await send('/plain')
    await expectAccessible(receiver, 'receive')
    await expectNarrowEnough(receiver, 'receive')
  })
})
