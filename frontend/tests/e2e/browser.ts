import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Where the app under test is served, for instance http://localhost:3000; the environment names it as BASE_URL. */
export const BASE_URL = appUrl()

function appUrl(): string {
  const url = process.env['BASE_URL'] ?? ''
  if (!URL.canParse(url)) throw new Error('set BASE_URL to the address of an app that is up')
  return url.replace(/\/$/, '')
}

/** Where pictures of screens go, if SHOTS is set: to .local/shots with SHOTS=1, else to the folder that it names. */
export const SHOTS =
  process.env['SHOTS'] === '1' ? join(import.meta.dirname, '../../../.local/shots') : process.env['SHOTS'] || undefined

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

/** With SHOTS, takes pictures of a screen in every look. */
export async function takePictures(page: Page, screen: string): Promise<void> {
  if (SHOTS === undefined) return
  await inEveryLook(page, (look) => takePicture(page, `${screen}-${look}`))
}

/** With SHOTS, takes a picture of a screen as it is. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}
