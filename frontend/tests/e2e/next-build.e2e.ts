import type { Page } from '@playwright/test'
import { Deployments, NEXT_BUILD } from './deployments'
import { expect, test } from './fixtures'
import { isServed } from './kept'
import { text } from './text'

interface RoutedEntry extends PerformanceEntry {
  readonly workerMatchedSourceType?: string
}

const box = (tab: Page) => tab.getByLabel(text('urlBox.label'))
const build = (tab: Page) => tab.locator('html').getAttribute('data-build')
/** Where the browser's own routes sent what the page asked of the API. */
const routesOfApi = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/graphql'))
    .map((entry) => (entry as RoutedEntry).workerMatchedSourceType ?? 'the worker')
const hasFetched = (file: string) => performance.getEntriesByType('resource').some(({ name }) => name.includes(file))

// A file that is nowhere any more breaks the page that asks for it.
test.use({ serviceWorkers: 'allow', isBroken: true })

test('a new build is deployed while Zest is open', async ({ context: person, page, faults }) => {
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
    // The last of what they fetch ahead: whatever came too late, without a network, would load them anew.
    for (const tab of [other, third]) await tab.waitForFunction(hasFetched, '/OfflineNotice-')

    await test.step('is offered to a page of the former one, which stands until somebody says so', async () => {
      served.deploy()
      await page.reload()
      await box(page).waitFor()
      expect(await build(page)).toBe(before)
      await page.getByText(text('build.ready')).waitFor()
      expect(await build(page)).toBe(before)
    })

    await test.step('finds a worker that no tab keeps busy by what it asks of the API', async () => {
      await expect.poll(() => page.evaluate(routesOfApi)).not.toEqual([])
      expect(new Set(await page.evaluate(routesOfApi))).toEqual(new Set(['network']))
    })

    await test.step('takes over, and the page is there at once', async () => {
      await page.getByRole('button', { name: text('build.reload'), exact: true }).click()
      await expect.poll(() => build(page)).toBe(NEXT_BUILD)
      await box(page).waitFor()
      expect(failed).toEqual([])
      expect(faults).toEqual([])
    })

    await test.step('opens without a network from then on', async () => {
      await person.setOffline(true)
      await page.reload()
      await box(page).waitFor()
      expect(await build(page)).toBe(NEXT_BUILD)
    })

    await test.step('leaves tabs of the former one where they are without a network, though its files are kept no more', async () => {
      for (const tab of [other, third]) {
        await tab.getByText(text('offline.title')).waitFor()
        expect(await build(tab)).toBe(before)
      }
      await person.setOffline(false)
    })

    await test.step('leaves another tab where it is, which still finds what it has not loaded yet', async () => {
      expect(await build(other)).toBe(before)
      await other
        .getByRole('link', { name: text('account.signIn'), exact: true })
        .first()
        .click()
      await other.getByRole('heading', { level: 1 }).waitFor()
      await other.getByLabel(text('auth.email'), { exact: true }).first().waitFor()
      expect(await build(other)).toBe(before)
    })

    await test.step('loads a tab anew that asks for what is nowhere any more', async () => {
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
