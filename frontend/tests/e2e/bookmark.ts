import type { BrowserContext, Page } from '@playwright/test'
import { BASE_URL } from './browser'

/** Longer than any screen takes to show what it was sent, or that nothing came. */
const LATEST_MS = 60_000

/** A window that has not told its state by then hangs. */
const ANSWERS_WITHIN_MS = 5_000

/** The bookmark as /bookmarklet has it: the address behind its button. */
export async function takeBookmark(person: BrowserContext): Promise<string> {
  const page = await person.newPage()
  await page.goto(`${BASE_URL}/bookmarklet`)
  const address = await page.locator('[data-bookmarklet]').getAttribute('href')
  await page.close()
  if (address === null) throw new Error('/bookmarklet has no bookmark')
  return address
}

/**
 * Clicks the bookmark on a page, as the browser does it: its address is gone to in place of another one. The session ends
 * with the page: Chromium crashes one page in some 300 whose session is detached while its scripts still open a window.
 */
export async function clickBookmark(page: Page, bookmark: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Page.navigate', { url: bookmark })
}

/** The screen that the bookmark has opened, in whichever window: that which shows something. */
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
  // What every window shows says which part of the hand-over was lost.
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

/** The address of a window without what stands behind "#", how far it has loaded and what it says it has received. */
async function shownBy(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const received = document.querySelector('[data-received]')?.getAttribute('data-received')
    return `${document.readyState}, ${String(received)}`
  })
  const hangs = new Promise<string>((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS, 'does not answer'))
  return `${page.url().split('#')[0]}: ${await Promise.race([state.catch(String), hangs])}`
}
