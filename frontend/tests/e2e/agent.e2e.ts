import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, newPerson, newVisitor, takePictures, watchForFaults } from './browser'
import { demoPage, MyRecipes } from './my-recipes'

/** The assistant beside a recipe and on its own page; the stand-in answers. Each step stands on the one before. */
describe('the assistant', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  let recipe: string

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'carrot-cake'))
    recipe = new URL(page.url()).pathname
  })

  afterAll(async () => {
    await browser?.close()
  })

  const ingredients = () => page.locator('article').getByRole('region', { name: 'Ingredients' })
  const box = () => page.getByRole('textbox', { name: 'Your message', exact: true })
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

  it('is asked beside a recipe, tells what it does, and its words come bit by bit', async () => {
    await page.getByRole('button', { name: 'Ask the assistant', exact: true }).click()
    await page.getByText('Local stand-in, not a language model').waitFor()
    await page.locator('[data-cost]').waitFor()
    await takePictures(page, 'assistant-empty')
    await ask('Make it vegan')
    const lengths = new Set<number>()
    let longest = 0
    await expect
      .poll(
        async () => {
          const length = (await lastAnswer().locator('[data-block="text"]').allTextContents()).join('').length
          // Messages never shrink.
          expect(length).toBeGreaterThanOrEqual(longest)
          longest = length
          lengths.add(length)
          return answers('over').count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    expect(lengths.size).toBeGreaterThan(2)
    expect(idOfChat()).not.toBe('')
    await page.locator('[data-turns-left="19"]').waitFor()
  })

  it('proposes a difference, of which some lines are taken and taken back', async () => {
    const patch = (standing: string) => page.locator(`[data-patch="${standing}"]`)
    await patch('open').waitFor()
    await expectAccessibleInEveryTheme(page, 'a proposal of the assistant')
    await takePictures(page, 'assistant-proposal')
    const before = await ingredients().textContent()
    await patch('open').getByRole('checkbox').first().uncheck()
    await patch('open')
      .getByRole('button', { name: /^Accept \d+ of \d+$/ })
      .click()
    await patch('applied').waitFor()
    await expect.poll(() => ingredients().textContent()).not.toBe(before)
    await patch('applied').getByRole('button', { name: 'Undo', exact: true }).click()
    await patch('open').waitFor()
    await expect.poll(() => ingredients().textContent()).toBe(before)
  })

  it('goes on after a reload in the middle', async () => {
    await ask('Explain step 1')
    await answers('answering').waitFor()
    await page.reload()
    await over(2)
    expect((await lastAnswer().textContent())?.length).toBeGreaterThan(20)
  })

  it('goes on where it was after the network was away', async () => {
    await ask('Explain step 2')
    await answers('answering').waitFor()
    await person.setOffline(true)
    await person.setOffline(false)
    await over(3)
  })

  it('is stopped', async () => {
    await ask('Translate it into Spanish')
    await answers('answering').waitFor()
    await page.getByRole('button', { name: 'Stop the answer' }).click()
    await over(4)
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  it('takes a picture and a file along', async () => {
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
    await page.getByRole('img', { name: 'A picture of yours' }).waitFor()
    await over(5)
    expect(await page.locator('[data-panel] [role="alert"]').count()).toBe(0)
  })

  it('is a sheet over the page on a phone, and its conversation one of the list', async () => {
    const chat = new URL(page.url()).searchParams.get('chat') ?? ''
    await page.setViewportSize({ width: 360, height: 780 })
    await page.locator('[data-panel="sheet"]').waitFor()
    await expectNarrowEnough(page, 'the assistant')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('link', { name: 'Assistant', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Assistant' }).waitFor()
    await page.locator(`[data-conversation="${chat}"]`).waitFor()
    await expectNarrowEnough(page, 'the page of the assistant')
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessibleInEveryTheme(page, 'the page of the assistant')
    await takePictures(page, 'assistant-page')
    await page.locator(`[data-conversation="${chat}"]`).getByRole('link').first().click()
    await page.waitForURL(`**/assistant/${chat}`)
    await over(5)
    await page.getByRole('link', { name: 'Beside its recipe' }).click()
    await page.waitForURL(`**${recipe}?chat=${chat}`)
  })

  it('keeps a conversation to its owner, and deletes it for good', async () => {
    await page.goto(`${BASE_URL}/assistant`)
    const first = page.locator('[data-conversation]').first()
    const id = (await first.getAttribute('data-conversation')) ?? ''
    const stranger = await newPerson(browser)
    const theirs = await stranger.newPage()
    const strangerFaults = watchForFaults(theirs)
    await theirs.goto(`${BASE_URL}/assistant/${id}`)
    await theirs.getByText('There is no such conversation.').waitFor()
    expect(strangerFaults).toEqual([])
    await stranger.close()
    await first.getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator(`[data-conversation="${id}"]`).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })
})
