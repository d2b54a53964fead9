import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'

/** Where the app under test is served, for instance http://localhost:3000; the environment names it as BASE_URL. */
export const BASE_URL = appUrl()

function appUrl(): string {
  const url = process.env['APP_URL'] ?? ''
  if (!URL.canParse(url)) throw new Error('set BASE_URL to the address of an app that is up')
  return url.replace(/\/$/, '')
}

/** Chromium as Debian ships it; CHROMIUM names another. It asks nobody but the app for anything. */
export const BROWSER = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** A browser; with SLOW=4 its pages compute four times slower and wait for each answer, as on a machine that is busy. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(BROWSER)
  const factor = Number(process.env['SLOW'] ?? 1)
  if (factor > 1) slowDown(browser, factor)
  return browser
}

/** Every page of every context that is opened from now on. What the tests do not wait for comes too late then. */
function slowDown(browser: Browser, factor: number): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    const clients: CDPSession[] = []
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
      clients.push(client)
      page.on('close', () => clients.splice(clients.indexOf(client), 1))
      await client.send('Emulation.setCPUThrottlingRate', { rate: factor })
      await client.send('Network.enable')
      await conditions(client)
      return page
    }
    // The last word on the network holds, so who goes offline says it here as well.
    const setOffline = context.setOffline.bind(context)
    context.setOffline = async (wanted) => {
      offline = wanted
      await setOffline(wanted)
      await Promise.all(clients.map(conditions))
    }
    return context
  }
}

/**
 * A person with a browser of their own: a guest until they sign in. Their tabs share one storage. The service worker is
 * kept out where a test is not about it: what it answers no test sees on the network.
 */
export async function newPerson(
  browser: Browser,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: 'light', serviceWorkers })
  context.setDefaultTimeout(30_000)
  return context
}

/** Somebody with a browser of their own and one page open, of which `faults` says what must not have happened. */
export interface Visitor {
  readonly browser: Browser
  readonly person: BrowserContext
  readonly page: Page
  readonly faults: string[]
}

export async function newVisitor(serviceWorkers: 'allow' | 'block' = 'block'): Promise<Visitor> {
  const browser = await launchBrowser()
  const person = await newPerson(browser, serviceWorkers)
  const page = await person.newPage()
  return { browser, person, page, faults: watchForFaults(page) }
}

/** Collects what must not happen on any page: uncaught errors and whatever the content security policy forbids. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      faults.push(message.text())
  })
  return faults
}

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 780 }

/** Calls `look` in light and dark, on a phone and on a desktop; the page ends as it began. */
export async function inEveryLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [device, size] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const) {
      await page.setViewportSize(size)
      await settled(page)
      await look(`${device}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Brings to its end what moves once, and waits until what is on its way into sight is there. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Not waited for: what is not drawn, such as a card far below the window, does not move on by itself.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
    }
    await document.fonts.ready
    await Promise.all(
      Array.from(document.images, (image) =>
        image.loading === 'lazy' ? undefined : image.decode().catch(() => undefined),
      ),
    )
  })
}

/** Takes pictures of a screen in every look, into the directory that SHOTS names; none without it. */
export async function takePictures(page: Page, screen: string): Promise<void> {
  const directory = process.env['SHOTS']
  if (directory === undefined || directory === '') return
  mkdirSync(directory, { recursive: true })
  await inEveryLook(page, async (look) => {
    await page.screenshot({ path: join(directory, `${screen}-${look}.png`) })
  })
}
