import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { text } from './text'

/** Languages, themes, navigation and error handling of all pages. */
test.describe('app shell', () => {
  let context: BrowserContext
  let page: Page

  let arrive: (options?: BrowserContextOptions) => Promise<BrowserContext>

  test.beforeEach(({ newPerson }) => {
    arrive = newPerson
  })

  /** Opens a path on a first visit. */
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
    context = await arrive(options)
    page = await context.newPage()
    await page.goto(`${BASE_URL}${path}`)
  }

  const address = () => page.url().slice(BASE_URL.length)
  const html = (name: string) => page.locator('html').getAttribute(name)
  const themeColours = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))
  const live = () => page.locator('[data-connection="connected"]').waitFor()

  test('loads without a warning in the console and without a missing file', async ({ guest }) => {
    const [id] = await guest.import('/demo/tomato-galette.html')
    // Playwright warns about each registration that it blocks.
    context = await arrive({ serviceWorkers: 'allow' })
    await guest.enter(context)
    const problems: string[] = []
    page = await context.newPage()
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${page.url()}: ${response.status()} ${response.url()}`)
    })
    for (const path of ['/', '/my-recipes', `/recipes/${id}`, '/login', '/profile']) {
      await page.goto(`${BASE_URL}${path}`)
      await page.locator('main :is(h1, h2)').first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    expect(problems).toEqual([])
  })

  test('arrives in the language of its address before a script runs', async () => {
    await visit('/my-recipes', { javaScriptEnabled: false })
    for (const language of ['en', 'es', 'fr'] as const) {
      for (const path of ['/my-recipes', '/login', `/recipes/${'0'.repeat(32)}`]) {
        await page.goto(`${BASE_URL}${language === 'en' ? '' : `/${language}`}${path}`)
        expect([await html('lang'), await page.title()]).toEqual([language, text('page.home.title', {}, language)])
      }
    }
  })

  test('links to the public pages, and a guest to the profile', async () => {
    await visit('/fr/my-recipes', { locale: 'fr' })
    const footer = page.getByRole('contentinfo')
    const links = footer.getByRole('link')
    await links.first().waitFor()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      ['profile', 'bookmarklet', 'articles', 'changelog', 'contact', 'terms', 'privacy'].map((name) => `/fr/${name}`),
    )
    await links.first().click()
    await page.waitForURL(`${BASE_URL}/fr/profile`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('language is the browser’s, then the chosen one', async () => {
    await visit('/my-recipes?from=here#top', { locale: 'es-MX' })
    await page.getByRole('heading', { name: text('myRecipes.welcome.title', {}, 'es') }).waitFor()
    await expect.poll(address).toBe('/es/my-recipes?from=here#top')
    await expect
      .poll(async () => [await html('lang'), await page.title()])
      .toEqual(['es', text('page.home.title', {}, 'es')])

    await page.getByRole('button', { name: `${text('shell.language', {}, 'es')}: Español` }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await page.getByRole('heading', { name: text('myRecipes.welcome.title', {}, 'fr') }).waitFor()
    await expect.poll(address).toBe('/fr/my-recipes?from=here#top')
    await expect.poll(async () => (await context.cookies()).length).toBe(1)
    const [cookie] = await context.cookies()
    expect([cookie?.name, cookie?.value, cookie?.path, cookie?.sameSite]).toEqual(['i18n_redirected', 'fr', '/', 'Lax'])
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(365)

    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('heading', { name: text('myRecipes.welcome.title', {}, 'fr') }).waitFor()
    await expect.poll(address).toBe('/fr/my-recipes')
    const alternates = () =>
      page
        .locator('link[rel="alternate"]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
    await expect.poll(alternates).toEqual([
      ['en', `${BASE_URL}/my-recipes`],
      ['es', `${BASE_URL}/es/my-recipes`],
      ['fr', `${BASE_URL}/fr/my-recipes`],
      ['x-default', `${BASE_URL}/my-recipes`],
    ])
    await expect
      .poll(() => page.locator('link[rel="canonical"]').getAttribute('href'))
      .toBe(`${BASE_URL}/fr/my-recipes`)
  })

  test('address with a language stays, and crawlers are not redirected', async () => {
    await visit('/fr/my-recipes', { locale: 'es' })
    await page.getByRole('heading', { name: text('myRecipes.welcome.title', {}, 'fr') }).waitFor()
    await context.close()
    await visit('/my-recipes', { locale: 'es', userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await page.getByRole('heading', { name: text('myRecipes.welcome.title') }).waitFor()
    await expect.poll(address).toBe('/my-recipes')
  })

  test('chosen theme applies before the first paint', async () => {
    await visit('/my-recipes')
    await expect.poll(themeColours).toEqual(['#ffffff', '#111827'])
    const menu = page.getByRole('button', { name: text('shell.appearance'), exact: true })
    await menu.click()
    await page.getByRole('menuitemradio', { name: text('appearance.dark'), exact: true }).click()
    await menu.click()
    await page.getByRole('menuitemradio', { name: text('appearance.green') }).click()
    await expect.poll(async () => [await html('data-palette'), await html('data-mode')]).toEqual(['green', 'dark'])
    await expect.poll(themeColours).toEqual(['#111827', '#111827'])
    const dark = 'rgb(15, 23, 42)'
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)

    // The first paint after a reload is dark.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        if (document.body) seen.push(`${document.documentElement.dataset['mode']}`)
      }).observe(document, { subtree: true, childList: true })
    })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const modes = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(new Set(modes)).toEqual(new Set(['dark']))
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  })

  test('tooltip of a focused element shows once its code has loaded, and stays while the page scrolls', async () => {
    context = await arrive()
    page = await context.newPage()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/PassingMessages-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${BASE_URL}/my-recipes`)
    const appearance = page.getByRole('button', { name: text('shell.appearance'), exact: true })
    await appearance.waitFor()
    await page.keyboard.press('Tab')
    await appearance.focus()
    const tooltip = page.getByRole('tooltip', { includeHidden: true })
    expect(await tooltip.count()).toBe(0)
    release()
    await tooltip.getByText(text('shell.appearance'), { exact: true }).waitFor()
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.dispatchEvent(new Event('scroll'))
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    await expect(tooltip).toHaveText(text('shell.appearance'))
  })

  test('navigation works by keyboard', async () => {
    await visit('/my-recipes')
    await live()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: text('shell.skip') })
    await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main').evaluate((main) => main === document.activeElement)).toBe(true)

    const look = page.getByRole('button', { name: text('shell.appearance'), exact: true })
    await look.focus()
    await page.keyboard.press('ArrowDown')
    // The selected item has the focus.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => html('data-mode')).toBe('dark')
    await expect.poll(() => look.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expectAccessible(page, 'an open menu')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    // A focused button shows its tooltip at once.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.locator('[role="tooltip"]', { hasText: text('shell.appearance') }).waitFor()
  })

  test('unknown address shows the not-found page, also in the app', async () => {
    await visit('/es/my-recipes')
    await live()
    await navigateInside('/es/no/such/page')
    await page.getByRole('heading', { name: text('notFound.title', {}, 'es') }).waitFor()
    await page.getByText(text('notFound.path', { path: '/es/no/such/page' }, 'es')).waitFor()
    await expect.poll(() => page.title()).toBe(text('page.notFound.title', {}, 'es'))
    await expectAccessible(page, '404')
    await expectNarrowEnough(page, '404')
    await navigateInside('/es/recipes/not-an-id')
    await page.getByText('/es/recipes/not-an-id').waitFor()
    await page.getByRole('link', { name: text('notFound.home', {}, 'es') }).click()
    await live()
    await expect.poll(address).toBe('/es/my-recipes')
    const response = await page.goto(`${BASE_URL}/recipes/not-an-id`)
    expect(response?.status()).toBe(404)
  })

  test('loading bar shows while a page loads', async () => {
    await visit('/my-recipes')
    await live()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/AuthPage-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: text('account.signIn'), exact: true }).click()
    const bar = page.locator('[data-loading="true"]')
    await bar.waitFor()
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(3)
    release()
    await page.locator('[data-loading="false"]').waitFor({ state: 'attached' })
    await page.getByRole('heading', { name: text('auth.signIn.title') }).waitFor()
  })

  test('new build is offered and reloads only when accepted', async () => {
    await visit('/my-recipes')
    await page.clock.install()
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/build.json', (route) => route.fulfill({ json: { id: 'another' } }))
    const offer = page.getByText(text('build.ready'))
    // The check for new builds loads after the page and runs every ten minutes.
    const seenLater = async () => {
      await page.clock.fastForward('10:01')
      return offer.isVisible()
    }
    await expect.poll(seenLater).toBe(true)
    await page.clock.fastForward('05:00')
    await expect.poll(() => offer.isVisible()).toBe(true)
    const loaded = page.waitForEvent('load')
    await page.keyboard.press('F8')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await loaded
  })

  test('scroll position is restored on the way back', async () => {
    await visit('/my-recipes', { viewport: { width: 360, height: 420 } })
    await live()
    await page.locator('[data-demo]').first().waitFor()
    // Before the scroll event.
    await navigateInside('/no/such/page', { fromTop: 300 })
    await page.getByRole('heading', { name: text('notFound.title') }).waitFor()
    await page.goBack()
    await page.locator('[data-demo]').first().waitFor()
    await page.waitForFunction(() => scrollY === 300)
    await page.reload()
    await page.waitForFunction(() => scrollY === 300)
  })

  test.describe('failures', () => {
    test.use({ isBroken: true })

    test('uncaught error is reported, but not for crawlers', async () => {
      await visit('/my-recipes')
      await live()
      await spill()
      await page.getByRole('heading', { name: text('error.title') }).waitFor()
      await page.getByText(text('error.details')).click()
      await page.getByText('the pot boiled over').waitFor()
      await expectAccessible(page, 'the error page')
      await expectNarrowEnough(page, 'the error page')
      await page.getByRole('button', { name: text('error.reload') }).click()
      await live()
      await context.close()
      await visit('/my-recipes', { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)' })
      await live()
      await spill()
      await page.getByRole('link', { name: text('shell.name'), exact: true }).waitFor()
      expect(await page.getByText(text('error.title')).count()).toBe(0)
    })

    test('missing chunk of another build reloads once, then shows an error', async () => {
      await visit('/my-recipes')
      await live()
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      let missing = 1
      await page.route('**/build.json', (route) => route.fulfill({ json: { id: 'another' } }))
      await page.route('**/assets/AuthPage-*.js', async (route) => {
        missing -= 1
        if (missing >= 0) await route.fulfill({ status: 404, body: '' })
        else await route.continue()
      })
      await page.getByRole('link', { name: text('account.signIn'), exact: true }).click()
      await page.getByRole('heading', { name: text('auth.signIn.title') }).waitFor()
      await expect.poll(() => [loads, address()]).toEqual([1, '/login'])

      await page.goto(`${BASE_URL}/my-recipes`)
      await live()
      await page.evaluate(() => sessionStorage.clear())
      loads = 0
      missing = Number.POSITIVE_INFINITY
      await page.getByRole('link', { name: text('account.signIn'), exact: true }).click()
      await page.getByRole('heading', { name: text('error.title') }).waitFor()
      await expect.poll(() => loads).toBe(1)
    })
  })

  /** Scrolls, then navigates within the app. */
  async function navigateInside(path: string, { fromTop = 0 } = {}): Promise<void> {
    await page.evaluate(
      ([to, top]) => {
        scrollTo(0, top)
        history.pushState({ key: String(Math.random()), idx: 1 }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      },
      [path, fromTop] as const,
    )
  }

  /** Throws an uncaught error in the app. */
  async function spill(): Promise<void> {
    await page.evaluate(() => {
      const error = new Error('the pot boiled over')
      error.stack = `Error: the pot boiled over\n    at cook (${location.origin}/assets/index.js:1:2)`
      setTimeout(() => {
        throw error
      })
    })
  }
})
