import type { Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { Deployments, NEXT_BUILD } from './deployments'
import { expect, test } from './fixtures'
import { isServed } from './kept'
import { text } from './text'

interface RoutedEntry extends PerformanceEntry {
  readonly workerMatchedSourceType?: string
}

const box = (tab: Page) => tab.getByLabel(text('urlBox.label'))
const build = (tab: Page) => tab.locator('html').getAttribute('data-build')
/** API requests of the page, in the browser's routing. */
const routesOfApi = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/graphql'))
    .map((entry) => (entry as RoutedEntry).workerMatchedSourceType ?? 'the worker')
const hasFetched = (file: string) => performance.getEntriesByType('resource').some(({ name }) => name.includes(file))
const hasWaitingWorker = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration !== undefined && registration.waiting !== null
}

// A missing file breaks the page.
test.use({ serviceWorkers: 'allow', isBroken: true })

test('new build is deployed while Zest is open', async ({ context: person, page, faults }) => {
  const served = await Deployments.begin()
  const failed: string[] = []
  try {
    page.on('response', (response) => {
      if (response.status() >= 400 && response.url().includes('/assets/')) failed.push(response.url())
    })
    await page.goto(`${served.origin}/my-recipes`)
    await box(page).waitFor()
    await isServed(page)
    const before = await build(page)
    expect(before).not.toBe(NEXT_BUILD)
    const [other, third] = [await person.newPage(), await person.newPage()]
    await other.goto(`${served.origin}/my-recipes`)
    await box(other).waitFor()
    await third.goto(`${served.origin}/shopping-list`)
    await third
      .getByRole('link', { name: text('recipe.back'), exact: true })
      .first()
      .waitFor()
    // Waits for the last preload, which needs the network.
    for (const tab of [other, third]) await tab.waitForFunction(hasFetched, '/OfflineNotice-')

    await test.step('open page offers it and stays until accepted', async () => {
      served.deploy()
      await page.reload()
      await box(page).waitFor()
      expect(await build(page)).toBe(before)
      await page.getByText(text('build.ready')).waitFor()
      expect(await build(page)).toBe(before)
    })

    await test.step('idle worker finds it through an API request', async () => {
      await expect.poll(() => page.evaluate(routesOfApi)).not.toEqual([])
      expect(new Set(await page.evaluate(routesOfApi))).toEqual(new Set(['network']))
    })

    await test.step('takes over and shows the page', async () => {
      // The page waits a limited time for the files of the new build.
      await page.waitForFunction(hasWaitingWorker, null, { timeout: 60_000 })
      await page.getByRole('button', { name: text('build.reload'), exact: true }).click()
      await expect.poll(() => build(page)).toBe(NEXT_BUILD)
      await box(page).waitFor()
      expect(failed).toEqual([])
      expect(faults).toEqual([])
    })

    await test.step('opens without a network', async () => {
      await person.setOffline(true)
      await page.reload()
      await box(page).waitFor()
      expect(await build(page)).toBe(NEXT_BUILD)
    })

    await test.step('tabs of the old build stay without a network', async () => {
      for (const tab of [other, third]) {
        await tab.getByText(text('offline.title')).waitFor()
        expect(await build(tab)).toBe(before)
      }
      await person.setOffline(false)
    })

    await test.step('another tab stays and loads its remaining chunks', async () => {
      expect(await build(other)).toBe(before)
      await other
        .getByRole('link', { name: text('account.signIn'), exact: true })
        .first()
        .click()
      await other.getByRole('heading', { level: 1 }).waitFor()
      await other.getByLabel(text('auth.email'), { exact: true }).first().waitFor()
      expect(await build(other)).toBe(before)
    })

    await test.step('tab reloads when a chunk is gone', async () => {
      served.forgetFormerBuild()
      await third
        .getByRole('link', { name: text('recipe.back'), exact: true })
        .first()
        .click()
      await expect.poll(() => build(third)).toBe(NEXT_BUILD)
      await box(third).waitFor()
    })
  } finally {
    await served.close()
  }
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('page loads its code as soon as the server answers again', async ({ page }) => {
    await page.goto(`${BASE_URL}/my-recipes`)
    await box(page).waitFor()
    // A reload would remove it.
    await page.locator('html').evaluate((html) => html.setAttribute('data-stays', ''))
    await page.route('**/*', (asked) => asked.abort('connectionrefused'))
    const missing = page.waitForEvent('requestfailed', (asked) => asked.url().includes('/assets/'))
    await page
      .getByRole('link', { name: text('account.signIn'), exact: true })
      .first()
      .click()
    await missing
    await page.unroute('**/*')
    await page.getByLabel(text('auth.email'), { exact: true }).first().waitFor()
    await expect(page.locator('[data-stays]')).toHaveCount(1)
  })
})
