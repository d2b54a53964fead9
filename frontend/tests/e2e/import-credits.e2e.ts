import type { Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { balanceIs, becomeMember, findMember, openOffice } from './members'
import type { MyRecipes } from './my-recipes'
import { text } from './text'
import { type Chosen, markdownFile } from './uploads'

const CURRY = 'Pea curry\n\nIngredients\n400 g peas\n1 onion\n\nMethod\n1. Fry the onion.\n2. Add the peas and simmer.'
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
 * Records what the cards say about credits, as a hold is brief; the returned function reads each sentence once, in
 * order.
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

test.describe('credits of imports', () => {
  let page: Page
  let recipes: MyRecipes
  let office: Page
  let member: string

  test.beforeEach(async ({ page: own, list }) => {
    ;[page, recipes] = [own, list]
    member = await becomeMember(page, 'spender')
    await recipes.open()
    await balanceIs(page, 10)
  })

  const send = async (file: Chosen) => {
    await page.locator('[data-chooser]').setInputFiles([file])
    const tray = page.locator('[data-tray="ready"]')
    await tray.waitFor()
    await tray.getByRole('button', { name: text('tray.submit', { count: 1 }) }).click()
  }
  /** Submits one of the admin's forms and waits for its result. */
  const act = async (form: 'grant' | 'take', credits: number, reason: string, outcome: string) => {
    const fields = office.locator(`[data-form="${form}"]`)
    await fields.getByLabel(text('admin.credits'), { exact: true }).fill(String(credits))
    await fields.getByLabel(text('admin.refund.reason')).fill(reason)
    await fields.locator('button[type="submit"]').click()
    await fields.getByText(outcome).waitFor()
  }

  test('admin grants credits and the member’s open page updates', async ({ newPerson }) => {
    office = await openOffice(await newPerson())
    await findMember(office, member)
    await takePictures(office, 'admin-credits')
    await expectAccessible(office, 'admin credits')
    await expectNarrowEnough(office, 'admin credits')
    await act('grant', 5, 'For the lost evening', text('admin.grant.done', { balance: 15 }))
    await balanceIs(page, 15)
    await office.locator('[data-kind="ADJUSTMENT_IN"]').getByText('For the lost evening').waitFor()
    await page.goto(`${BASE_URL}/credits/history`)
    await page.getByText(`${text('credits.kind.ADJUSTMENT_IN')}: For the lost evening`).waitFor()
  })

  test('member cannot open the admin page', async () => {
    await page.goto(`${BASE_URL}/admin/credits`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('[name="member"]').count()).toBe(0)
  })

  test('credit is held while a file is read and used on success', async () => {
    const shown = await recordCreditWords(page)
    await send(SOUP)
    const soup = recipes.withStatus('SUCCESS').filter({ hasText: 'Leek soup' })
    await soup.locator('[data-credit="USED"]').waitFor()
    expect(await shown()).toEqual([`HELD: ${text('card.credit.HELD')}`, `USED: ${text('card.credit.USED')}`])
    await balanceIs(page, 9)
  })

  test('pasted text is free', async () => {
    await recipes.box.fill(CURRY)
    await recipes.box.press('Control+Enter')
    const curry = recipes.withStatus('SUCCESS').filter({ hasText: 'Pea curry' })
    await curry.waitFor()
    expect(await curry.locator('[data-credit]').count()).toBe(0)
    await balanceIs(page, 10)
  })

  test('file without a recipe returns its credit', async () => {
    await send(POEM)
    const failed = recipes.withStatus('FAILED').filter({ hasText: 'poem.md' })
    await failed.locator('[data-credit="GIVEN_BACK"]').getByText(text('card.credit.GIVEN_BACK')).waitFor()
    await balanceIs(page, 10)
    // The history has returned credits, but no released holds.
    await page.goto(`${BASE_URL}/credits/history`)
    await page.getByText(text('credits.use.RELEASED')).waitFor()
  })

  test('without credits the upload waits for a purchase', async ({ newPerson }) => {
    office = await openOffice(await newPerson())
    await findMember(office, member)
    await act('take', 10_000, 'Tidying up', text('admin.take.done', { taken: 10, balance: 0 }))
    await balanceIs(page, 0)
    await send(SALAD)
    const refused = recipes.withStatus('FAILED').filter({ hasText: 'salad.md' })
    await refused.locator('[data-reason="NO_CREDITS"]').getByText(text('problem.NO_CREDITS')).waitFor()
    await takePictures(page, 'no-credits')
    await expectAccessible(page, 'no credits')
    await refused.getByRole('link', { name: text('card.getCredits') }).click()
    await page.waitForURL(`${BASE_URL}/credits`)
    await page.locator('[data-package="small"]').waitFor()
    await recipes.open()
    await refused.waitFor()
    await act('grant', 1, 'One more', text('admin.grant.done', { balance: 1 }))
    await balanceIs(page, 1)
    await refused.getByRole('button', { name: text('card.retry'), exact: true }).click()
    const salad = recipes.withStatus('SUCCESS').filter({ hasText: 'Bean salad' })
    await salad.locator('[data-credit="USED"]').waitFor()
    await balanceIs(page, 0)
  })
})
