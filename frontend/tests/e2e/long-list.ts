import type { BrowserContext, Page } from '@playwright/test'
import { BASE_URL } from './browser'

/** The guest with thousands of recipes from `make bench-list`. */
export function plantedGuest(): string {
  const identity = process.env['LIST_IDENTITY'] ?? ''
  if (identity === '') throw new Error('LIST_IDENTITY names no guest: run make bench-list')
  return identity
}

/** A page of this guest after the whole list has loaded once. */
export async function arrive(person: BrowserContext, identity: string): Promise<Page> {
  const page = await person.newPage()
  const config: { identityPoolId: string } = await (await person.request.get(`${BASE_URL}/config.json`)).json()
  await page.goto(`${BASE_URL}/404.html`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `com.amplify.Cognito.${config.identityPoolId}.identityId`,
    identity,
  ] as const)
  await page.goto(`${BASE_URL}/my-recipes`)
  await whole(page)
  return page
}

export const whole = (page: Page) => page.locator('[data-synced="true"]').waitFor({ timeout: 120_000 })
