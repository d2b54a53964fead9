import type { Page } from '@playwright/test'

/**
 * Goes offline after the page has loaded its late chunks. Without a service worker, a missing chunk would reload the
 * page.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/OfflineNotice-')),
  )
  await page.context().setOffline(true)
}
