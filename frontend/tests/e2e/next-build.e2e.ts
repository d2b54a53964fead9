import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newVisitor } from './browser'
import { Deployments, NEXT_BUILD } from './deployments'

interface RoutedEntry extends PerformanceEntry {
  readonly workerMatchedSourceType?: string
}

/** Zest is deployed while it is open: each step stands on the one before. */
describe('a new build', () => {
  let browser: Browser
  let person: BrowserContext
  let served: Deployments
  let page: Page
  let other: Page
  let third: Page
  let before: string | null
  let faults: string[]
  const failed: string[] = []

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor('allow'))
    served = await Deployments.begin()
    page.on('response', (response) => {
      if (response.status() >= 400 && response.url().includes('/assets/')) failed.push(response.url())
    })
    await page.goto(`${served.origin}/my-recipes`)
    await box(page).waitFor()
    await vi.waitFor(
      async () => expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true),
      { timeout: 60_000, interval: 100 },
    )
    before = await build(page)
    expect(before).not.toBe(NEXT_BUILD)
    ;[other, third] = [await person.newPage(), await person.newPage()]
    await other.goto(`${served.origin}/my-recipes`)
    await box(other).waitFor()
    await third.goto(`${served.origin}/shopping-list`)
    await third.getByRole('link', { name: 'My recipes', exact: true }).first().waitFor()
    // The last of what they fetch ahead: whatever came too late, without a network, would load them anew.
    for (const tab of [other, third]) await tab.waitForFunction(hasFetched, '/OfflineNotice-')
  })

  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  const box = (tab: Page) => tab.getByLabel('Address or text of a recipe')
  const build = (tab: Page) => tab.locator('html').getAttribute('data-build')
  /** Where the browser's own routes sent what the page asked of the API. */
  const routesOfApi = () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/graphql'))
      .map((entry) => (entry as RoutedEntry).workerMatchedSourceType ?? 'the worker')
  const hasFetched = (file: string) => performance.getEntriesByType('resource').some(({ name }) => name.includes(file))

  it('is offered to a page of the former one, which stands until somebody says so', async () => {
    served.deploy()
    await page.reload()
    await box(page).waitFor()
    expect(await build(page)).toBe(before)
    await page.getByText('A new version of Zest is ready.').waitFor()
    expect(await build(page)).toBe(before)
  })

  it('finds a worker that no tab keeps busy by what it asks of the API', async () => {
    await expect.poll(() => page.evaluate(routesOfApi)).not.toEqual([])
    expect(new Set(await page.evaluate(routesOfApi))).toEqual(new Set(['network']))
  })

  it('takes over, and the page is there at once', async () => {
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect.poll(() => build(page)).toBe(NEXT_BUILD)
    await box(page).waitFor()
    expect(failed).toEqual([])
    expect(faults).toEqual([])
  })

  it('opens without a network from then on', async () => {
    await person.setOffline(true)
    await page.reload()
    await box(page).waitFor()
    expect(await build(page)).toBe(NEXT_BUILD)
  })

  it('leaves tabs of the former one where they are without a network, though its files are kept no more', async () => {
    for (const tab of [other, third]) {
      await tab.getByText('You are offline.').waitFor()
      expect(await build(tab)).toBe(before)
    }
    await person.setOffline(false)
  })

  it('leaves another tab where it is, which still finds what it has not loaded yet', async () => {
    expect(await build(other)).toBe(before)
    await other.getByRole('link', { name: 'Sign in', exact: true }).first().click()
    await other.getByRole('heading', { level: 1 }).waitFor()
    await other.getByLabel('E-mail address', { exact: true }).first().waitFor()
    expect(await build(other)).toBe(before)
  })

  it('loads a tab anew that asks for what is nowhere any more', async () => {
    served.forgetFormerBuild()
    await third.getByRole('link', { name: 'My recipes', exact: true }).first().click()
    await expect.poll(() => build(third)).toBe(NEXT_BUILD)
    await box(third).waitFor()
  })
})
