import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'

/** Waits until the app's files, the recipe and its picture are on this device. */
export async function isKept(page: Page): Promise<void> {
  // What is waited for is itself waited for: the page alone would take the promise for an answer.
  await vi.waitFor(
    async () => {
      const kept = await page.evaluate(async () => {
        const pictures = await (await caches.open('zest-pictures')).keys()
        return { pictures: pictures.length, isServed: navigator.serviceWorker.controller !== null }
      })
      expect(kept).toEqual({ pictures: 1, isServed: true })
    },
    { timeout: 60_000, interval: 100 },
  )
}
