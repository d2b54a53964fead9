import type { Page } from '@playwright/test'
import { MAX_RECIPES } from '../../src/features/offline/model/kept'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { arrive, plantedGuest } from './long-list'

const VISITS = 7

test.use({ serviceWorkers: 'allow' })

/** Speed without a network, for the guest LIST_IDENTITY (`make bench-list` creates the recipes). */
test('a list of thousands without a network', async ({ context: person }) => {
  test.setTimeout(600_000)
  const identity = plantedGuest()
  const page = await arrive(person, identity)
  const begun = Date.now()
  await expect.poll(() => keptWhole(page), { timeout: 400_000, intervals: [250] }).toBeGreaterThanOrEqual(MAX_RECIPES)
  const seconds = (Date.now() - begun) / 1000
  const megabytes = (await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)) / 1e6
  await page.addInitScript(markFirstRow)
  await person.unrouteAll()
  await person.setOffline(true)
  const rows: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto(`${BASE_URL}/my-recipes`)
    await page.waitForFunction(() => performance.getEntriesByName('row').length > 0, null, { timeout: 60_000 })
    rows.push(await page.evaluate(() => performance.getEntriesByName('row')[0]?.startTime ?? 0))
  }
  rows.sort((a, b) => a - b)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`\n${MAX_RECIPES} recipes kept whole in ${seconds.toFixed(1)} s after the list is live`)
  say(`  ${megabytes.toFixed(1)} MB on the device, with the app's own files`)
  say(
    `  first rows without a network: median ${Math.round(rows[VISITS >> 1] ?? 0)} ms after navigation, worst ${Math.round(rows.at(-1) ?? 0)}`,
  )
})

/** Number of recipes on the device. */
function keptWhole(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('zest-kept')
        opening.onerror = () => resolve(0)
        // Opening the database here must not create it.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction('recipes').objectStore('recipes').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

/** Runs before the page's scripts: records when the first row is painted. */
function markFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-recipe]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('row')))
  })
  observer.observe(document, { subtree: true, childList: true })
}
