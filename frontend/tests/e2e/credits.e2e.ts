import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import {
  balanceIs,
  becomeMember,
  findMember,
  goToPay,
  newEmail,
  openOffice,
  otherTab,
  outcomeIs,
  payWith,
  signUp,
} from './members'
import { text } from './text'

test.describe('credits', () => {
  let person: BrowserContext
  let page: Page

  test.beforeEach(({ context, page: own }) => {
    ;[person, page] = [context, own]
  })

  const open = (path: string) => page.goto(`${BASE_URL}${path}`)
  const sound = async (screen: string) => {
    await takePictures(page, screen)
    await expectAccessible(page, screen)
    await expectNarrowEnough(page, screen)
  }

  test('guest signs up for credits and gets ten', async () => {
    await open('/my-recipes')
    await page.getByRole('link', { name: text('account.signIn'), exact: true }).waitFor()
    await expect.poll(() => page.locator('[data-balance]').count()).toBe(0)
    await signUp(page, newEmail('buyer'), '/credits')
    await balanceIs(page, 10)
    await page.locator('[data-credits="10"]').waitFor()
    await page.locator('[data-expiry]').waitFor()
    await page.locator('[data-package="large"]').waitFor()
    await sound('credits')
  })

  test('prices are in the user’s language and currency', async () => {
    await becomeMember(page, 'reader')
    await open('/es/credits')
    await page.getByRole('heading', { level: 1, name: text('credits.title', {}, 'es') }).waitFor()
    await page.locator('[data-package="small"]').getByText(/2,99/).waitFor()
    await open('/fr/credits')
    await page.getByRole('heading', { level: 1, name: text('credits.title', {}, 'fr') }).waitFor()
    await page.locator('[data-package="medium"]').getByText(/6,99/).waitFor()
  })

  test('balance is unchanged when the payment page is left', async () => {
    await becomeMember(page, 'leaver')
    await open('/credits')
    await goToPay(page, 'small')
    const payment = page.url()
    await page.locator('form a').click()
    await page.waitForURL('**/credits?cancelled=*')
    await page.getByText(text('credits.cancelled')).waitFor()
    await balanceIs(page, 10)
    await goToPay(page, 'small')
    await expect.poll(() => page.url()).toBe(payment)
  })

  test('purchase updates every tab, is listed with a receipt, and a refund removes its credits', async ({
    newPerson,
  }) => {
    const email = await becomeMember(page, 'buyer')

    await test.step('declined card, then payment; the other tab updates', async () => {
      await open('/credits')
      await goToPay(page, 'small')
      const other = await otherTab(person, '/my-recipes')
      await balanceIs(other, 10)
      await page.bringToFront()
      await payWith(page, 'declined')
      await page.locator('[role="alert"]:not(:empty)').waitFor()
      await payWith(page, 'succeeds')
      await page.waitForURL('**/credits/success?purchase=*')
      await outcomeIs(page, 'COMPLETED')
      await page.getByText(text('purchase.newBalance', { count: 30 })).waitFor()
      await balanceIs(page, 30)
      await balanceIs(other, 30)
      await sound('credits-success')
    })

    await test.step('reload grants credits once', async () => {
      await page.reload()
      await outcomeIs(page, 'COMPLETED')
      await balanceIs(page, 30)
    })

    await test.step('tab is closed after paying', async () => {
      const waiting = await otherTab(person, '/credits')
      await balanceIs(waiting, 30)
      const paying = await otherTab(person, '/credits')
      await goToPay(paying, 'medium')
      // The tab is closed before the success page loads.
      await paying.route('**/*', async (route) => {
        await route.fetch({ maxRedirects: 0 })
        await paying.close()
      })
      const closed = paying.waitForEvent('close')
      await payWith(paying, 'succeeds').catch(() => undefined)
      await closed
      // Only the webhook can grant them, as no tab asks for this purchase.
      const paidAt = Date.now()
      await balanceIs(waiting, 90)
      process.stdout.write(`paid to balance in another tab: ${Date.now() - paidAt} ms\n`)
      await waiting.locator('[data-credits="90"]').waitFor()
    })

    await test.step('history has receipts, filters and an export', async () => {
      await open('/credits/history')
      await expect
        .poll(() =>
          page.locator('[data-transaction]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-kind'))),
        )
        .toEqual(['PURCHASE', 'PURCHASE', 'PROMOTION'])
      await expect.poll(() => page.locator('[data-purchase][data-status="COMPLETED"]').count()).toBe(2)
      await sound('credits-history')
      await page.getByLabel(text('credits.history.show')).selectOption('ADJUSTMENT')
      await expect.poll(() => page.locator('[data-transaction]').count()).toBe(1)
      await expect.poll(() => new URL(page.url()).search).toBe('?type=ADJUSTMENT')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text('credits.history.export') }).click()
      const file = await (await download).createReadStream()
      const parts: Buffer[] = []
      for await (const part of file) parts.push(Buffer.from(part))
      const lines = Buffer.concat(parts).toString('utf8').split('\r\n')
      expect(lines).toHaveLength(5)
      expect(lines[0]).toBe('\uFEFFDate,Description,Credits,Balance,Recipe')
      expect(lines[1]?.endsWith(`,${text('credits.kind.PURCHASE')},60,90,`)).toBe(true)
      await page
        .locator('[data-purchase]')
        .first()
        .getByRole('button', { name: text('credits.receipt'), exact: true })
        .click()
      await page.waitForURL((url) => !url.pathname.startsWith('/credits'))
    })

    await test.step('admin refunds the purchase', async () => {
      await open('/credits')
      await balanceIs(page, 90)
      const office = await openOffice(await newPerson())
      await findMember(office, email)
      await office
        .locator('[data-purchase]')
        .first()
        .getByRole('button', { name: text('admin.refund'), exact: true })
        .click()
      const dialog = office.getByRole('dialog')
      await dialog.getByRole('button', { name: text('admin.refund.act'), exact: true }).click()
      await dialog.getByText(text('admin.reason.missing')).waitFor()
      await dialog.getByLabel(text('admin.refund.reason')).fill('Bought by mistake')
      await expectAccessible(office, 'refund')
      await dialog.getByRole('button', { name: text('admin.refund.act'), exact: true }).click()
      await office.locator('[data-purchase][data-status="REFUNDED"]').waitFor()
      expect(await office.locator('[data-purchase][data-status="COMPLETED"]').count()).toBe(1)
      await balanceIs(page, 30)
      await open('/credits/history')
      await page.locator('[data-purchase][data-status="REFUNDED"]').waitFor()
      await page.locator('[data-kind="CLAWBACK"]').waitFor()
    })
  })

  test('another’s or unknown purchase is not shown', async () => {
    await becomeMember(page, 'nobody')
    await open(`/credits/success?purchase=${'0'.repeat(32)}`)
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await open('/credits/success?purchase=../packages')
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await open('/credits/success')
    await outcomeIs(page, 'UNKNOWN_PURCHASE')
    await sound('credits-unknown')
  })
})
