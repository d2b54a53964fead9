import { type Browser, type BrowserContext, type CDPSession, expect, type Page, test as runner } from '@playwright/test'
import { BASE_URL } from './browser'
import { Guest } from './guest'
import { MyRecipes } from './my-recipes'

export { expect } from '@playwright/test'

interface Option {
  /** Allows errors that a test causes. */
  readonly isBroken: boolean
}

interface Fixtures {
  /** Forbidden events on any page; checked at the end of the test. */
  readonly faults: string[]
  /** The guest of `context`; without it, the browser starts without an identity. */
  readonly guest: Guest
  /** Page object of the list on `page`; not open yet. */
  readonly list: MyRecipes
  /** Another person with their own browser context. */
  readonly newPerson: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>
}

/** One browser per worker; a context, page and checks per test. */
export const test = runner.extend<Option & Fixtures, { browser: Browser }>({
  isBroken: [false, { option: true }],

  browser: [
    async ({ browser }, use) => {
      const factor = Number(process.env['SLOW'] ?? 1)
      if (factor > 1) slowDown(browser, factor)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  faults: async ({ isBroken }, use, { status, expectedStatus }) => {
    const faults: string[] = []
    await use(faults)
    if (!isBroken && status === expectedStatus) expect(faults, 'what went wrong on a page').toEqual([])
  },

  context: async ({ context, faults }, use) => {
    watchForFaults(context, faults)
    await use(context)
  },

  guest: async ({ context }, use) => {
    const guest = await Guest.arrive()
    await guest.enter(context)
    await use(guest)
  },

  list: async ({ page }, use) => {
    await use(new MyRecipes(page))
  },

  newPerson: async ({ browser, faults }, use) => {
    const people: BrowserContext[] = []
    await use(async (options) => {
      const person = await browser.newContext(options)
      watchForFaults(person, faults)
      people.push(person)
      return person
    })
    await Promise.all(people.map((person) => person.close()))
  },
})

/** Collects uncaught errors and violations of the content security policy. */
function watchForFaults(context: BrowserContext, faults: string[]): void {
  const note = (page: Page | null, words: string) => {
    const url = page?.url() ?? ''
    if (!isForeign(url)) faults.push(`${url}: ${words}`)
  }
  context.on('weberror', (error) => note(error.page(), error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      note(message.page(), message.text())
  })
}

/** Whether a page is not part of the app. */
function isForeign(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === '127.0.0.1' && !url.startsWith(BASE_URL)
}

/**
 * Slows the processor of new pages by a factor and delays each response, as on a busy machine. Finds tests that rely on
 * speed.
 */
function slowDown(browser: Browser, factor: number): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    const clients = new Map<Page, CDPSession>()
    let offline = false
    const conditions = (client: CDPSession) =>
      client.send('Network.emulateNetworkConditions', {
        offline,
        latency: factor * 25,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      const client = await context.newCDPSession(page)
      clients.set(page, client)
      page.on('close', () => clients.delete(page))
      await client.send('Emulation.setCPUThrottlingRate', { rate: factor })
      await client.send('Network.enable')
      await conditions(client)
      return page
    }
    // The last network setting wins, so "offline" is set here too.
    const setOffline = context.setOffline.bind(context)
    context.setOffline = async (wanted) => {
      offline = wanted
      await setOffline(wanted)
      await Promise.all([...clients.values()].map(conditions))
    }
    return context
  }
}
