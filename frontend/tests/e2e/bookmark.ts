import type { BrowserContext, Page } from '@playwright/test'
import { BASE_URL } from './browser'

/** Timeout for a screen to show the sent page or an error. */
const LATEST_MS = 60_000

/** Timeout for the state of a window. */
const ANSWERS_WITHIN_MS = 5_000

/** The bookmarklet's address from /bookmarklet. */
export async function takeBookmark(person: BrowserContext): Promise<string> {
  const page = await person.newPage()
  await page.goto(`${BASE_URL}/bookmarklet`)
  const address = await page.locator('[data-bookmarklet]').getAttribute('href')
  await page.close()
  if (address === null) throw new Error('/bookmarklet has no bookmark')
  return address
}

/**
 * Runs the bookmarklet on a page by navigating to its address. The session ends with the page, because Chromium crashes
 * if it is detached while scripts open a window.
 */
export async function clickBookmark(page: Page, bookmark: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Page.navigate', { url: bookmark })
}

/** The window that the bookmarklet opened and that shows content. */
export async function receiverOf(person: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const before = new Set(person.pages())
  const shows = async (page: Page) => {
    await page.waitForURL(/\/receive/, { waitUntil: 'commit' })
    await page.locator('[data-received]:not([data-received="nothing"])').waitFor()
    return page
  }
  const found = new Promise<Page>((resolve) => {
    for (const page of before) shows(page).then(resolve, () => undefined)
    person.on('page', (page) => {
      shows(page).then(resolve, () => undefined)
    })
  })
  // The state of each window shows which step failed.
  let isClicked = false
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const tell = async () => {
      const shown = await Promise.all(person.pages().map(shownBy))
      const clicked = isClicked ? 'clicked' : 'not clicked'
      reject(new Error(`the bookmark, ${clicked}, opened no screen with a page; ${shown.join('; ')}`))
    }
    deadline = setTimeout(() => void tell(), LATEST_MS)
  })
  const clicking = click().then(() => {
    isClicked = true
    return found
  })
  try {
    return await Promise.race([late, clicking])
  } finally {
    clearTimeout(deadline)
  }
}

/** Address without fragment, ready state and received message of a window. */
async function shownBy(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const received = document.querySelector('[data-received]')?.getAttribute('data-received')
    return `${document.readyState}, ${String(received)}`
  })
  const hangs = new Promise<string>((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS, 'does not answer'))
  return `${page.url().split('#')[0]}: ${await Promise.race([state.catch(String), hangs])}`
}
