import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { becomeAdmin, newEmail, signUp } from './members'
import { demoPage } from './my-recipes'
import { goOffline } from './offline'
import { text } from './text'

test.describe('feedback', () => {
  let person: BrowserContext
  let page: Page
  let word: string

  test.beforeEach(({ context, page: own }) => {
    ;[person, page] = [context, own]
    word = Math.random().toString(36).slice(2, 10)
  })

  const message = () => page.locator('[data-form="feedback"]').getByLabel(text('feedback.message'))
  const send = () =>
    page
      .locator('[data-form="feedback"]')
      .getByRole('button', { name: text('feedback.send'), exact: true })
      .click()
  const own = (of = page) => of.locator('[data-feedback]')
  const sound = async (screen: string, of = page) => {
    await takePictures(of, screen)
    await expectAccessible(of, screen)
    await expectNarrowEnough(of, screen)
  }

  /** Sends feedback with the form in the app and waits until it is listed. */
  const write = async (words: string) => {
    await page.goto(`${BASE_URL}/feedback`)
    await message().fill(words)
    await send()
    await page.locator('[data-sent]').waitFor()
    await own().getByText(words).waitFor()
  }
  /** The admin page, filtered by this test's word. */
  const openAdmin = async (admin: Page) => {
    await becomeAdmin(admin)
    await admin.goto(`${BASE_URL}/admin/feedback`)
    await admin.getByLabel(text('feedback.admin.words')).fill(word)
    await admin.getByRole('button', { name: text('feedback.admin.find'), exact: true }).click()
    await own(admin).filter({ hasText: word }).waitFor()
  }

  test('guest sends it from the public page, and a reload does not send it twice', async () => {
    await page.goto(`${BASE_URL}/contact`)
    await sound('contact')
    await page.getByLabel(text('site.contact.type')).selectOption('QUESTION')
    await page.getByLabel(text('site.contact.message')).fill(`Is it soup, ${word}?`)
    await page.getByRole('button', { name: text('site.contact.send'), exact: true }).click()
    await page.waitForURL('**/feedback')
    expect(new URL(page.url()).search).toBe('')
    await page.locator('[data-sent]').waitFor()
    await own().getByText(`Is it soup, ${word}?`).waitFor()
    await expect.poll(() => message().inputValue()).toBe('')
    await page.reload()
    await own().getByText(text('feedback.status.NEW')).waitFor()
    expect(await own().count()).toBe(1)
    expect(await page.locator('[data-sent]').count()).toBe(0)
  })

  test('form keeps its input without a network', async () => {
    await page.goto(`${BASE_URL}/feedback`)
    await message().fill('Written in a tunnel')
    await goOffline(page)
    await send()
    await page.locator('[data-problem="OFFLINE"]').waitFor()
    await person.setOffline(false)
    await page.reload()
    await expect.poll(() => message().inputValue()).toBe('Written in a tunnel')
    await send()
    await page.locator('[data-sent]').waitFor()
    await expect.poll(() => own().count()).toBe(1)
  })

  test('invalid input is explained in a sentence', async () => {
    await page.goto(`${BASE_URL}/feedback`)
    await send()
    await page.getByText(text('feedback.message.empty')).waitFor()
    await message().fill('x'.repeat(5001))
    await page.getByText(text('feedback.message.tooLong', { most: 5000, count: 5001 })).waitFor()
    await message().fill('Short')
    await page.locator('[data-form="feedback"]').getByLabel(text('feedback.email')).fill('ann')
    await send()
    await page.getByText(text('feedback.email.wrong')).waitFor()
    await sound('feedback')
  })

  test('author edits and deletes it', async () => {
    await write('Stays as it is')
    await write('Written in a tunnel')
    const first = own().first()
    await first.getByText('Written in a tunnel').waitFor()
    await first.getByRole('button', { name: text('feedback.edit'), exact: true }).click()
    await first.getByLabel(text('feedback.message')).fill('<b>Written</b> in the light')
    await first.getByRole('button', { name: text('feedback.save'), exact: true }).click()
    await page.locator('[data-form="change"]').waitFor({ state: 'detached' })
    await own().getByText('<b>Written</b> in the light', { exact: true }).waitFor()
    await page.reload()
    const changed = own().filter({ hasText: '<b>Written</b> in the light' })
    await changed.getByRole('button', { name: text('feedback.remove') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('feedback.remove') })
      .click()
    await expect.poll(() => own().count()).toBe(1)
    await page.reload()
    await own().getByText(text('feedback.status.NEW')).waitFor()
    expect(await own().count()).toBe(1)
  })

  test('admin finds it by text and answers, and the author sees the answer', async ({ newPerson }) => {
    await page.goto(`${BASE_URL}/feedback`)
    await page.locator('[data-form="feedback"] select').selectOption('QUESTION')
    await message().fill(`Is it soup, ${word}?`)
    await send()
    await page.locator('[data-sent]').waitFor()
    const admin = await (await newPerson()).newPage()
    await openAdmin(admin)
    const found = own(admin).filter({ hasText: word })
    await expect.poll(() => own(admin).count()).toBe(1)
    await found.getByText(text('feedback.admin.answer'), { exact: true }).click()
    await found.getByLabel(text('feedback.admin.answer.label')).fill('It is stew.')
    await found.getByLabel(text('feedback.admin.note.label')).fill('=HYPERLINK("x")')
    await sound('admin-feedback', admin)
    await found.getByRole('button', { name: text('feedback.save'), exact: true }).click()
    await found.locator('[data-status="ANSWERED"]').waitFor()
    const download = admin.waitForEvent('download')
    await admin.getByRole('button', { name: text('feedback.admin.export') }).click()
    const parts: Buffer[] = []
    for await (const part of await (await download).createReadStream()) parts.push(Buffer.from(part))
    const [header, row] = Buffer.concat(parts).toString('utf8').split('\r\n')
    expect(header).toContain('Date,Type,Status,Message')
    expect(row).toContain(
      `${text('feedback.type.QUESTION')},${text('feedback.status.ANSWERED')},"Is it soup, ${word}?"`,
    )
    expect(row).toContain(`,"'=HYPERLINK(""x"")"`)
    await page.reload()
    await page.locator('[data-answer]').getByText('It is stew.').waitFor()
    expect(await page.getByText('HYPERLINK').count()).toBe(0)
    await page.goto(`${BASE_URL}/fr/feedback`)
    await page.getByRole('heading', { level: 1, name: text('feedback.title', {}, 'fr') }).waitFor()
    await page
      .locator('[data-status="ANSWERED"]')
      .getByText(text('feedback.status.ANSWERED', {}, 'fr'))
      .waitFor()
  })

  test('report of a wrong import includes the extraction', async ({ guest, newPerson }) => {
    const demo = await demoPage('red-lentil-soup')
    const [id] = await guest.import(demo.path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('button', { name: text('wrong.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('wrong.part')).selectOption('STEPS')
    await dialog.getByLabel(text('wrong.message')).fill(`Bake it longer, ${word}`)
    await sound('wrong-reading')
    await dialog.getByRole('button', { name: text('wrong.send'), exact: true }).click()
    await dialog.locator('[data-sent]').waitFor()
    await dialog.getByRole('link', { name: text('wrong.own') }).click()
    await own().filter({ hasText: 'Bake it longer' }).waitFor()
    const admin = await (await newPerson()).newPage()
    await openAdmin(admin)
    const found = own(admin).filter({ hasText: 'Bake it longer' })
    await found.getByText(text('feedback.admin.wrong', { part: text('part.STEPS') })).waitFor()
    await found.getByText(text('feedback.admin.reading'), { exact: true }).click()
    await found.locator('[data-reading]').getByText(demo.title).first().waitFor()
  })

  test('sign-up transfers a guest’s feedback and fills in the email', async () => {
    await write('Written as a guest')
    const email = newEmail('writer')
    await signUp(page, email, '/credits')
    await page.getByRole('button', { name: text('account.menu'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('account.feedback'), exact: true }).click()
    await own().filter({ hasText: 'Written as a guest' }).waitFor()
    expect(await page.locator('[data-form="feedback"]').getByLabel(text('feedback.email')).inputValue()).toBe(email)
    await page.goto(`${BASE_URL}/admin/feedback`)
    await page.getByRole('heading', { level: 1, name: text('notFound.title') }).waitFor()
  })
})
