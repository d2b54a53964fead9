import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { STATE } from './members'
import { demoPage } from './my-recipes'
import { pattern, text } from './text'

/** Answers come from the stand-in model. */
test.describe('the assistant', () => {
  let person: BrowserContext
  let page: Page
  let recipe: string

  test.beforeEach(async ({ context, page: own, guest }) => {
    ;[person, page] = [context, own]
    const { path } = await demoPage('carrot-cake')
    const [id] = await guest.import(path)
    recipe = `/recipes/${id}`
    await page.goto(`${BASE_URL}${recipe}`)
    await page.locator('[data-assist]').getByRole('button').click()
    await page.getByRole('menuitem', { name: text('agent.ask'), exact: true }).click()
    await page.getByText(text('agent.standIn')).waitFor()
  })

  const ingredients = () => page.locator('article').getByRole('region', { name: text('recipe.ingredients') })
  const box = () => page.getByRole('textbox', { name: text('agent.composer'), exact: true })
  const answers = (phase: string) => page.locator(`[data-answer="${phase}"]`)
  const lastAnswer = () => page.locator('[data-answer]').last()
  const ask = async (words: string) => {
    await box().fill(words)
    await box().press('Enter')
  }
  const over = async (count: number) => {
    await expect.poll(() => answers('over').count(), { timeout: 60_000 }).toBe(count)
  }
  const idOfChat = () => /[0-9a-f]{32}$/.exec(page.url())?.[0] ?? ''

  test('answers beside a recipe, shows tool use and streams its answer', async () => {
    await page.locator('[data-cost]').waitFor()
    await takePictures(page, 'assistant-empty')
    const shown = await recordLengths(page)
    await ask('Make it vegan')
    await over(1)
    const lengths = await shown()
    expect(lengths.length, 'pieces of the answer').toBeGreaterThan(2)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(idOfChat()).not.toBe('')
    await page.locator('[data-turns-left="19"]').waitFor()
  })

  test('proposal is accepted in part and undone', async () => {
    await ask('Make it vegan')
    const patch = (standing: string) => page.locator(`[data-patch="${standing}"]`)
    await patch('open').waitFor()
    await expectAccessible(page, 'a proposal of the assistant')
    await takePictures(page, 'assistant-proposal')
    const before = await ingredients().textContent()
    await patch('open').getByRole('checkbox').first().uncheck()
    await patch('open')
      .getByRole('button', { name: pattern('patch.accept') })
      .click()
    await patch('applied').waitFor()
    await expect.poll(() => ingredients().textContent()).not.toBe(before)
    await patch('applied')
      .getByRole('button', { name: text('patch.undo'), exact: true })
      .click()
    await patch('open').waitFor()
    await expect.poll(() => ingredients().textContent()).toBe(before)
  })

  test('answer continues after a reload', async () => {
    await ask(await inPieces('Explain step 1', 250))
    await answers('answering').waitFor()
    await page.reload()
    await over(1)
    expect((await lastAnswer().textContent())?.length).toBeGreaterThan(20)
  })

  test('answer continues after a network failure', async () => {
    await ask(await inPieces('Explain step 2', 250))
    await answers('answering').waitFor()
    await person.setOffline(true)
    await person.setOffline(false)
    await over(1)
    expect((await lastAnswer().textContent())?.length).toBeGreaterThan(20)
  })

  test('answer can be stopped', async () => {
    await ask(await inPieces('Translate it into Spanish', 1_000))
    await answers('answering').waitFor()
    await page.getByRole('button', { name: text('agent.stop') }).click()
    await over(1)
    await page.getByText(text('agent.stopped')).waitFor()
    await page.getByRole('button', { name: text('agent.send'), exact: true }).waitFor()
  })

  test('message takes a photo and a file', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.locator('[data-panel] input[type="file"]').setInputFiles([
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('What does fold in mean?') },
      { name: 'pot.png', mimeType: 'image/png', buffer: png },
    ])
    await page.locator('[data-attached]').nth(1).waitFor()
    await ask('What does it say?')
    await page.getByRole('img', { name: text('agent.picture') }).waitFor()
    await over(1)
    expect(await page.locator('[data-panel] [role="alert"]').count()).toBe(0)
  })

  test('panel is a sheet on a phone, and the conversation is listed', async () => {
    await ask('Explain step 1')
    await over(1)
    await page.waitForURL(/[?&]chat=/)
    const chat = new URL(page.url()).searchParams.get('chat') ?? ''
    await page.setViewportSize({ width: 360, height: 780 })
    await page.locator('[data-panel="sheet"]').waitFor()
    await expectNarrowEnough(page, 'the assistant')
    await page.getByRole('button', { name: text('dialog.close'), exact: true }).click()
    await page.getByRole('link', { name: text('agent.title'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: text('agent.title') }).waitFor()
    await page.locator(`[data-conversation="${chat}"]`).waitFor()
    await expectNarrowEnough(page, 'the page of the assistant')
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessible(page, 'the page of the assistant')
    await takePictures(page, 'assistant-page')
    await page.locator(`[data-conversation="${chat}"]`).getByRole('link').first().click()
    await page.waitForURL(`**/assistant/${chat}`)
    await over(1)
    await page.getByRole('link', { name: text('agent.openWithRecipe') }).click()
    await page.waitForURL(`**${recipe}?chat=${chat}`)
  })

  test('panel beside the recipe covers nothing of it, and a narrower window has a sheet', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const [panel, article] = [page.locator('[data-panel="beside"]'), page.locator('article[data-status]')]
    await panel.waitFor()
    const [side, main] = [await panel.boundingBox(), await article.boundingBox()]
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('body')).toHaveCSS('padding-right', '0px')
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1279, height: 800 })
    await page.locator('[data-panel="sheet"]').waitFor()
  })

  test('conversation is private and can be deleted', async ({ newPerson }) => {
    await ask('Explain step 1')
    await over(1)
    await page.goto(`${BASE_URL}/assistant`)
    const first = page.locator('[data-conversation]').first()
    const id = (await first.getAttribute('data-conversation')) ?? ''
    const theirs = await (await newPerson()).newPage()
    await theirs.goto(`${BASE_URL}/assistant/${id}`)
    await theirs.getByText(text('agent.AGENT_NOT_FOUND')).waitFor()
    await first.getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('agent.delete.do'), exact: true })
      .click()
    await page.locator(`[data-conversation="${id}"]`).waitFor({ state: 'detached' })
  })
})

/** Records the length of the shown answer; the returned function reads the record. */
async function recordLengths(page: Page): Promise<() => Promise<number[]>> {
  const notes = await page.evaluateHandle(() => {
    const lengths: number[] = []
    const note = () => {
      const texts = Array.from(document.querySelectorAll('[data-answer] [data-block="text"]'))
      const length = texts.reduce((sum, one) => sum + (one.textContent?.length ?? 0), 0)
      if (length !== (lengths.at(-1) ?? 0)) lengths.push(length)
    }
    new MutationObserver(note).observe(document.body, { characterData: true, childList: true, subtree: true })
    return lengths
  })
  return () => notes.jsonValue()
}

/** A question whose answer the stand-in streams slowly. */
async function inPieces(words: string, milliseconds: number): Promise<string> {
  const said = `${words} (${crypto.randomUUID()})`
  const { port, key }: { port: number; key: string } = JSON.parse(readFileSync(join(STATE, 'run/bedrock.json'), 'utf8'))
  const response = await fetch(`http://127.0.0.1:${port}/local/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ said, switches: [{ name: 'pause', milliseconds }] }),
  })
  if (!response.ok) throw new Error(`the stand-in: ${response.status} ${await response.text()}`)
  return said
}
