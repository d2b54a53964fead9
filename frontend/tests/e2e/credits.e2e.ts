import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { balanceIs, findMember, goToPay, newEmail, openOffice, otherTab, outcomeIs, payWith, signUp } from './members'

/** Buying credits, from the present of the first day to the receipt: each step stands on the one before. */
describe('credits', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  const email = newEmail('buyer')

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
  })

  afterAll(async () => {
    await browser?.close()
  })

  const open = (path: string) => page.goto(`${BASE_URL}${path}`)
  const sound = async (screen: string) => {
    await takePictures(page, screen)
    await expectAccessibleInEveryTheme(page, screen)
    await expectNarrowEnough(page, screen)
  }

  it('are no guest’s, who signs up and comes back to ten of them', async () => {
    await open('/my-recipes')
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    await expect.poll(() => page.locator('[data-balance]').count()).toBe(0)
    await signUp(page, email, '/credits')
    await balanceIs(page, 10)
    await page.locator('[data-credits="10"]').waitFor()
    await page.locator('[data-expiry]').waitFor()
    await page.locator('[data-package="large"]').waitFor()
    await sound('credits')
  })

  it('are told in the reader’s language and money', async () => {
    await open('/es/credits')
    await page.getByRole('heading', { level: 1, name: 'Tus créditos' }).waitFor()
    await page.locator('[data-package="small"]').getByText(/2,99/).waitFor()
    await open('/fr/credits')
    await page.getByRole('heading', { level: 1, name: 'Vos crédits' }).waitFor()
    await page.locator('[data-package="medium"]').getByText(/6,99/).waitFor()
  })

  it('stay as they are when the payment page is left', async () => {
    await open('/credits')
    await goToPay(page, 'small')
    const payment = page.url()
    await page.locator('form a').click()
    await page.waitForURL('**/credits?cancelled=*')
    await page.getByText('You left the payment page without paying.').waitFor()
    await balanceIs(page, 10)
    // The same purchase leads to the same payment.
    await goToPay(page, 'small')
    await expect.poll(() => page.url()).toBe(payment)
  })

  it('come with a card that is declined first, and are told in the other tab', async () => {
    const other = await otherTab(person, '/my-recipes')
    await balanceIs(other, 10)
    await page.bringToFront()
    await payWith(page, 'declined')
    await page.locator('[role="alert"]:not(:empty)').waitFor()
    await payWith(page, 'succeeds')
    await page.waitForURL('**/credits/success?purchase=*')
    await outcomeIs(page, 'COMPLETED')
    await page.getByText('You now have 30 credits.').waitFor()
    await balanceIs(page, 30)
    await balanceIs(other, 30)
    await other.close()
    await sound('credits-success')
  })

  it('are there again after a reload, and are given once', async () => {
    await page.reload()
    await outcomeIs(page, 'COMPLETED')
    await balanceIs(page, 30)
  })

  it('arrive when the tab is closed after paying', async () => {
    const waiting = await otherTab(person, '/credits')
    await balanceIs(waiting, 30)
    const paying = await otherTab(person, '/credits')
    await goToPay(paying, 'medium')
    // The tab is closed before it shows anything of the way back.
    await paying.route('**/*', async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await paying.close()
    })
    const closed = paying.waitForEvent('close')
    await payWith(paying, 'succeeds').catch(() => undefined)
    await closed
    // Only the webhook can bring them: nobody asks for this purchase, and the other tab is told.
    const paidAt = Date.now()
    await balanceIs(waiting, 90)
    process.stdout.write(`paid to balance in another tab: ${Date.now() - paidAt} ms\n`)
    await waiting.locator('[data-credits="90"]').waitFor()
    await waiting.close()
  })

  it('that are another’s, or nobody’s, are no purchase here', async () => {
    await open(`/credits/success?purchase=${'0'.repeat(32)}`)
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await open('/credits/success?purchase=../packages')
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await open('/credits/success')
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await sound('credits-unknown')
  })

  it('have a history with receipts, filters and a file', async () => {
    await open('/credits/history')
    await expect
      .poll(() =>
        page.locator('[data-transaction]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kind'))),
      )
      .toEqual(['PURCHASE', 'PURCHASE', 'PROMOTION'])
    await expect.poll(() => page.locator('[data-purchase][data-status="COMPLETED"]').count()).toBe(2)
    await sound('credits-history')
    await page.getByLabel('Show').selectOption('ADJUSTMENT')
    await expect.poll(() => page.locator('[data-transaction]').count()).toBe(1)
    await expect.poll(() => new URL(page.url()).search).toBe('?type=ADJUSTMENT')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save all as CSV' }).click()
    const file = await (await download).createReadStream()
    const parts: Buffer[] = []
    for await (const part of file) parts.push(Buffer.from(part))
    const lines = Buffer.concat(parts).toString('utf8').split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('\uFEFFDate,What,Credits,Balance,Recipe')
    expect(lines[1]).toMatch(/,Bought,60,90,$/)
    await page.locator('[data-purchase]').first().getByRole('button', { name: 'Receipt', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/credits'))
  })

  it('go again when an admin pays the money back, on the open page and in the history', async () => {
    await open('/credits')
    await balanceIs(page, 90)
    const office = await openOffice(browser)
    await findMember(office, email)
    await office.locator('[data-purchase]').first().getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await dialog.getByText('Say why').waitFor()
    await dialog.getByLabel('Reason').fill('Bought by mistake')
    await expectAccessibleInEveryTheme(office, 'refund')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await office.locator('[data-purchase][data-status="REFUNDED"]').waitFor()
    expect(await office.locator('[data-purchase][data-status="COMPLETED"]').count()).toBe(1)
    await balanceIs(page, 30)
    await open('/credits/history')
    await page.locator('[data-purchase][data-status="REFUNDED"]').waitFor()
    await page.locator('[data-kind="CLAWBACK"]').waitFor()
  })

  it('never broke a page on the way', () => {
    expect(faults).toEqual([])
  })
})
