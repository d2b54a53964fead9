import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { demoPage, expectSame, MyRecipes } from './my-recipes'

/** GATEWAY_PID_FILE names a gateway that the test may kill. */
test('list is correct after the gateway restarts, and a submitted address is not lost', async ({
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
  // After a long outage, the client library alone reconnects only after a minute.
  await list.live(30_000)
  await list.count('SUCCESS', 2)
  const other = new MyRecipes(await context.newPage())
  await other.open()
  await other.paste(`${BASE_URL}${second.path}?again`)
  await list.count('SUCCESS', 3)
  await expectSame(list, other)
})

/** Records the shown connection states, which may be brief; the returned function reads them. */
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

async function healthy(): Promise<void> {
  const answers = () =>
    fetch(`${BASE_URL}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 60_000, intervals: [200] }).toBe(true)
}
