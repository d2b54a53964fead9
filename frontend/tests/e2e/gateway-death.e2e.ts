import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { demoPage, expectSame, MyRecipes } from './my-recipes'

/** What ends under everybody's feet and is started again; GATEWAY_PID_FILE names a gateway that the test may kill. */
test('the gateway’s death leaves the list right, and loses no address that is submitted meanwhile', async ({
  context,
  page,
  guest,
  list,
}) => {
  const [first, second] = await Promise.all([demoPage('tomato-galette'), demoPage('carrot-cake')])
  await guest.import(first.path)
  await list.open()
  await list.count('SUCCESS', 1)
  const connections = await recordConnections(page)
  process.kill(gatewayPid(), 'SIGKILL')
  await expect.poll(connections).toContain('reconnecting')
  await list.paste(`${BASE_URL}${first.path}?again`)
  await healthy()
  // The client library alone would come back only after a minute, once the outage was a long one.
  await list.live(15_000)
  await list.count('SUCCESS', 2)
  const other = new MyRecipes(await context.newPage())
  await other.open()
  await other.paste(`${BASE_URL}${second.path}?again`)
  await list.count('SUCCESS', 3)
  await expectSame(list, other)
})

/** Notes from now on what the page says of its connection, which may be so for a moment only; answers the notes. */
async function recordConnections(page: Page): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle(() => {
    const seen: string[] = []
    const note = () => {
      const state = document.querySelector('[data-connection]')?.getAttribute('data-connection') ?? ''
      if (seen.at(-1) !== state) seen.push(state)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
    return seen
  })
  return () => notes.jsonValue()
}

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
  await expect.poll(answers, { timeout: 60_000, intervals: [200] }).toBe(true)
}
