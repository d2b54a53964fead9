import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_URL, launchBrowser, newPerson, watchForFaults } from './browser'
import { type DemoPage, demoKitchen, expectSame, MyRecipes } from './my-recipes'

/** What ends under everybody's feet and is started again; needs a Zest of which it may kill a part. */
describe.runIf(process.env['GATEWAY_PID_FILE'])('the gateway’s death', () => {
  let browser: Browser
  let person: BrowserContext
  let list: MyRecipes
  let faults: string[]
  let first: DemoPage
  let second: DemoPage

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    list = new MyRecipes(await person.newPage())
    faults = watchForFaults(list.page)
    const [one, two] = (await demoKitchen(person)).recipes
    if (one === undefined || two === undefined) throw new Error('the demo kitchen needs at least two recipes')
    ;[first, second] = [one, two]
    await list.open()
    await list.paste(`${BASE_URL}${first.path}`)
    await list.count('SUCCESS', 1)
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('leaves the list right, and loses no address that is submitted meanwhile', async () => {
    process.kill(gatewayPid(), 'SIGKILL')
    await list.page.locator('[data-connection="reconnecting"]').waitFor()
    await list.paste(`${BASE_URL}${first.path}?again`)
    await healthy()
    // The client library alone would come back only after a minute, once the outage was a long one.
    await list.live(15_000)
    await list.count('SUCCESS', 2)
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await other.paste(`${BASE_URL}${second.path}?again`)
    await list.count('SUCCESS', 3)
    await expectSame(list, other)
    expect(faults).toEqual([])
  })
})

function gatewayPid(): number {
  return Number(readFileSync(process.env['GATEWAY_PID_FILE'] ?? '', 'utf8').trim())
}

/** Waits until the app answers again. */
async function healthy(): Promise<void> {
  const answers = () =>
    fetch(`${BASE_URL}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 60_000, interval: 200 }).toBe(true)
}
