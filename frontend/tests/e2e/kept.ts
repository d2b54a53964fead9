import { expect, type Page } from '@playwright/test'

/** Waits until app, recipe and photo are available offline. */
export async function isKept(page: Page): Promise<void> {
  await expect(async () => {
    const kept = await page.evaluate(async () => {
      const pictures = await (await caches.open('zest-pictures')).keys()
      return { pictures: pictures.length, isServed: navigator.serviceWorker.controller !== null }
    })
    expect(kept).toEqual({ pictures: 1, isServed: true })
  }).toPass({ timeout: 60_000, intervals: [100] })
}

/** Waits until the service worker controls the page. */
export async function isServed(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 })
    .toBe(true)
}
