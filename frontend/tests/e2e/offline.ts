import type { Page } from '@playwright/test'

/**
 * Takes the network away once the page has all that it loads late. Without a service worker it would load itself anew for
 * a file that it misses, and be gone.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/OfflineNotice-')),
  )
  await page.context().setOffline(true)
}
