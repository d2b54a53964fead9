import type { BrowserContext, Page } from 'playwright-core'
import { BASE_URL } from './browser'

/** The bookmark as /bookmarklet has it: the address behind its button. */
export async function takeBookmark(person: BrowserContext): Promise<string> {
  const page = await person.newPage()
  await page.goto(`${BASE_URL}/bookmarklet`)
  const address = await page.locator('[data-bookmarklet]').getAttribute('href')
  await page.close()
  if (address === null) throw new Error('/bookmarklet has no bookmark')
  return address
}

/** Opens a page and clicks the bookmark there, as the browser does it: its address is gone to in place of another one. */
export async function clickBookmark(page: Page, bookmark: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Page.navigate', { url: bookmark })
  await client.detach()
}

/** The screen that the bookmark has opened, in whichever window: that which shows something. */
export async function receiverOf(person: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const before = new Set(person.pages())
  const shows = async (page: Page) => {
    await page.waitForURL(/\/receive/)
    await page.locator('[data-received]:not([data-received="nothing"])').waitFor()
    return page
  }
  const found = new Promise<Page>((resolve) => {
    for (const page of before) shows(page).then(resolve, () => undefined)
    person.on('page', (page) => {
      shows(page).then(resolve, () => undefined)
    })
  })
  await click()
  return found
}
