import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Address of the app under test, from BASE_URL. */
export const BASE_URL = appUrl()

function appUrl(): string {
  const url = process.env['BASE_URL'] ?? ''
  if (!URL.canParse(url)) throw new Error('set BASE_URL to the address of an app that is up')
  return url.replace(/\/$/, '')
}

/** Folder for screenshots: .local/shots with SHOTS=1, else the value of SHOTS. */
export const SHOTS =
  process.env['SHOTS'] === '1' ? join(import.meta.dirname, '../../../.local/shots') : process.env['SHOTS'] || undefined

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 780 }

/** Calls `look` in light and dark, on a phone and a desktop; then restores the page. */
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

/** Ends finite animations and waits for visible images. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Elements outside the window are not drawn, so their animations never end.
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

/** With SHOTS, takes screenshots in light and dark, on a phone and a desktop. */
export async function takePictures(page: Page, screen: string): Promise<void> {
  if (SHOTS === undefined) return
  await inEveryLook(page, (look) => takePicture(page, `${screen}-${look}`))
}

/** With SHOTS, takes a screenshot of the current state. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}
