import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { balanceIs, findMember, newEmail, openOffice, signUp } from './members'
import { MyRecipes } from './my-recipes'
import { type Chosen, markdownFile } from './uploads'

const CURRY = 'Pea curry\n\nIngredients\n400 g peas\n1 onion\n\nMethod\n1. Fry the onion.\n2. Add the peas and simmer.'
// What is plain text costs nothing.
const SOUP = markdownFile(
  'soup.md',
  '# Leek soup\n\n## Ingredients\n- 3 leeks\n- 1 l broth\n\n## Method\n1. Fry the leeks.\n2. Add the broth and simmer.',
)
const SALAD = markdownFile(
  'salad.md',
  '# Bean salad\n\n## Ingredients\n- 400 g beans\n- 1 onion\n\n## Method\n1. Cook the beans.\n2. Mix them with the onion.',
)
const POEM = markdownFile('poem.md', 'The evening came without a sound,\nand nobody was there.')

/**
 * Notes from now on what the cards say of credits, since what is held is held for a moment only; answers how to read the
 * notes: each sentence once, in the order in which they were shown.
 */
async function recordCreditWords(page: Page): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle(() => {
    const seen: string[] = []
    const note = () => {
      for (const shown of document.querySelectorAll('[data-credit]')) {
        const words = `${shown.getAttribute('data-credit')}: ${shown.textContent?.trim()}`
        if (!seen.includes(words)) {
          seen.push(words)
        }
      }
    }
    new MutationObserver(note).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
    return seen
  })
  return () => notes.jsonValue()
}

/** A member spends credits on files, and an admin gives and takes some meanwhile: each step stands on the one before. */
describe('the credits of imports', () => {
  let browser: Browser
  let page: Page
  let recipes: MyRecipes
  let office: Page
  let member: string
  let faults: string[]

  beforeAll(async () => {
    browser = await launchBrowser()
    const person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    member = newEmail('spender')
    await signUp(page, member, '/credits')
    await balanceIs(page, 10)
    recipes = new MyRecipes(page)
    await recipes.open()
    office = await openOffice(browser)
  })

  afterAll(async () => {
    await browser?.close()
  })

  const send = async (file: Chosen) => {
    await page.locator('[data-chooser]').setInputFiles([file])
    const tray = page.locator('[data-tray="ready"]')
    await tray.waitFor()
    await tray.getByRole('button', { name: 'Get recipe' }).click()
  }
  /** Fills one of the admin's two forms, and waits for what it says in the end. */
  const act = async (form: 'grant' | 'take', credits: number, reason: string, outcome: string) => {
    const fields = office.locator(`[data-form="${form}"]`)
    await fields.getByLabel('Credits', { exact: true }).fill(String(credits))
    await fields.getByLabel('Reason').fill(reason)
    await fields.locator('button[type="submit"]').click()
    await fields.getByText(outcome).waitFor()
  }

  it('are given by an admin who finds the member, and told on the member’s open page', async () => {
    await findMember(office, member)
    await takePictures(office, 'admin-credits')
    await expectAccessibleInEveryTheme(office, 'admin credits')
    await expectNarrowEnough(office, 'admin credits')
    await act('grant', 5, 'For the lost evening', 'Given. The member now has 15 credits.')
    await balanceIs(page, 15)
    await office.locator('[data-kind="ADJUSTMENT_IN"]').getByText('For the lost evening').waitFor()
  })

  it('are no admin’s to give who is none', async () => {
    await page.goto(`${BASE_URL}/admin/credits`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('[name="member"]').count()).toBe(0)
    await recipes.open()
  })

  it('are held for a file while it is read, and go once it is a recipe', async () => {
    const shown = await recordCreditWords(page)
    await send(SOUP)
    const soup = recipes.withStatus('SUCCESS').filter({ hasText: 'Leek soup' })
    await soup.locator('[data-credit="USED"]').waitFor()
    expect(await shown()).toEqual(['HELD: 1 credit held', 'USED: 1 credit used'])
    await balanceIs(page, 14)
  })

  it('are not asked for where text is pasted', async () => {
    await recipes.box.fill(CURRY)
    await recipes.box.press('Control+Enter')
    const curry = recipes.withStatus('SUCCESS').filter({ hasText: 'Pea curry' })
    await curry.waitFor()
    expect(await curry.locator('[data-credit]').count()).toBe(0)
    await balanceIs(page, 14)
  })

  it('come back for a file without a recipe', async () => {
    await send(POEM)
    const failed = recipes.withStatus('FAILED').filter({ hasText: 'poem.md' })
    await failed.locator('[data-credit="GIVEN_BACK"]').getByText('1 credit given back').waitFor()
    await balanceIs(page, 14)
    // What has come back stands in the history; a credit that was never taken does not.
    await page.goto(`${BASE_URL}/credits/history`)
    await page.getByText('Held for an import, and given back').waitFor()
    await page.getByText('Added by the Zest team: For the lost evening').waitFor()
    await recipes.open()
  })

  it('that are gone lead to more, and the file waits for them', async () => {
    await act('take', 10_000, 'Tidying up', '14 credits were taken. The member now has 0 credits.')
    await balanceIs(page, 0)
    await send(SALAD)
    const refused = recipes.withStatus('FAILED').filter({ hasText: 'salad.md' })
    await refused.locator('[data-reason="NO_CREDITS"]').getByText('You have no credits left').waitFor()
    await takePictures(page, 'no-credits')
    await expectAccessibleInEveryTheme(page, 'no credits')
    await refused.getByRole('link', { name: 'Get credits' }).click()
    await page.waitForURL(`${BASE_URL}/credits`)
    await page.locator('[data-package="small"]').waitFor()
    await recipes.open()
    await refused.waitFor()
    await act('grant', 1, 'One more', 'Given. The member now has 1 credit.')
    await balanceIs(page, 1)
    await refused.getByRole('button', { name: 'Try again', exact: true }).click()
    const salad = recipes.withStatus('SUCCESS').filter({ hasText: 'Bean salad' })
    await salad.locator('[data-credit="USED"]').waitFor()
    await balanceIs(page, 0)
  })

  it('never broke a page on the way', () => {
    expect(faults).toEqual([])
  })
})
