import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, launchBrowser, newPerson, takePictures, watchForFaults } from './browser'
import { makeAdmin, newEmail, signIn, signUp } from './members'
import { demoKitchen, MyRecipes } from './my-recipes'

/** A guest, a member and an admin write to one another: each step stands on the one before. */
describe('feedback', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  let admin: Page
  let adminFaults: string[]
  const word = Math.random().toString(36).slice(2, 10)

  beforeAll(async () => {
    browser = await launchBrowser()
    person = await newPerson(browser)
    page = await person.newPage()
    faults = watchForFaults(page)
    admin = await (await newPerson(browser)).newPage()
    adminFaults = watchForFaults(admin)
  })
  afterAll(async () => {
    await browser?.close()
  })

  const message = () => page.locator('[data-form="feedback"]').getByLabel('Your message')
  const send = () => page.locator('[data-form="feedback"]').getByRole('button', { name: 'Send', exact: true }).click()
  const own = (of = page) => of.locator('[data-feedback]')
  const sound = async (screen: string, of = page) => {
    await takePictures(of, screen)
    await expectAccessibleInEveryTheme(of, screen)
    await expectNarrowEnough(of, screen)
  }

  it('is written by a guest on the public page, and sent from there', async () => {
    await page.goto(`${BASE_URL}/contact`)
    await sound('contact')
    await page.getByLabel('What is it about?').selectOption('QUESTION')
    await page.getByLabel('Your message').fill(`Is it soup, ${word}?`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/feedback')
    expect(new URL(page.url()).search).toBe('')
    await page.locator('[data-sent]').waitFor()
    await own().getByText(`Is it soup, ${word}?`).waitFor()
    await expect.poll(() => message().inputValue()).toBe('')
  })

  it('is there again after a reload, and is not sent twice', async () => {
    await page.reload()
    await own().getByText('Not answered yet').waitFor()
    expect(await own().count()).toBe(1)
    expect(await page.locator('[data-sent]').count()).toBe(0)
  })

  it('keeps every keystroke while there is no network', async () => {
    await message().fill('Written in a tunnel')
    await person.setOffline(true)
    await send()
    await page.locator('[data-problem="OFFLINE"]').waitFor()
    await person.setOffline(false)
    await page.reload()
    await expect.poll(() => message().inputValue()).toBe('Written in a tunnel')
    await send()
    await page.locator('[data-sent]').waitFor()
    await expect.poll(() => own().count()).toBe(2)
  })

  it('is told in a sentence what cannot be sent', async () => {
    await send()
    await page.getByText('Write a few words first.').waitFor()
    await message().fill('x'.repeat(5001))
    await page.getByText('A message holds 5,000 characters; this one has 5,001.').waitFor()
    await message().fill('Short')
    await page.locator('[data-form="feedback"]').getByLabel('E-mail address').fill('ann')
    await send()
    await page.getByText('This is not an e-mail address.').waitFor()
    await sound('feedback')
    await message().fill('')
    await page.locator('[data-form="feedback"]').getByLabel('E-mail address').fill('')
  })

  it('is changed and taken back by who has written it', async () => {
    const first = own().first()
    await first.getByText('Written in a tunnel').waitFor()
    await first.getByRole('button', { name: 'Change', exact: true }).click()
    await first.getByLabel('Your message').fill('<b>Written</b> in the light')
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-form="change"]').waitFor({ state: 'detached' })
    await own().getByText('<b>Written</b> in the light', { exact: true }).waitFor()
    await page.reload()
    const changed = own().filter({ hasText: '<b>Written</b> in the light' })
    await changed.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => own().count()).toBe(1)
    await page.reload()
    await own().getByText('Not answered yet').waitFor()
    expect(await own().count()).toBe(1)
  })

  it('is answered by an admin, who finds it by its words', async () => {
    const email = newEmail('admin')
    await signUp(admin, email, '/admin/feedback')
    await makeAdmin(email)
    await admin.context().clearCookies()
    await admin.evaluate(() => localStorage.clear())
    await signIn(admin, email)
    await admin.goto(`${BASE_URL}/admin/feedback`)
    await admin.getByLabel('Words in the message').fill(word)
    await admin.getByRole('button', { name: 'Find', exact: true }).click()
    const found = own(admin).filter({ hasText: word })
    await found.waitFor()
    await expect.poll(() => own(admin).count()).toBe(1)
    await found.getByText('Answer', { exact: true }).click()
    await found.getByLabel('Answer (its writer reads it)').fill('It is stew.')
    await found.getByLabel('Note (for admins alone)').fill('=HYPERLINK("x")')
    await sound('admin-feedback', admin)
    await found.getByRole('button', { name: 'Save', exact: true }).click()
    await found.locator('[data-status="ANSWERED"]').waitFor()
    const download = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Save as CSV' }).click()
    const parts: Buffer[] = []
    for await (const part of await (await download).createReadStream()) parts.push(Buffer.from(part))
    const [header, row] = Buffer.concat(parts).toString('utf8').split('\r\n')
    expect(header).toContain('Date,Type,State,Message')
    expect(row).toContain(`A question,Answered,"Is it soup, ${word}?"`)
    expect(row).toContain(`,"'=HYPERLINK(""x"")"`)
  })

  it('shows its writer the answer', async () => {
    await page.reload()
    await page.locator('[data-answer]').getByText('It is stew.').waitFor()
    expect(await page.getByText('HYPERLINK').count()).toBe(0)
    await page.goto(`${BASE_URL}/fr/feedback`)
    await page.getByRole('heading', { level: 1, name: 'Dites-nous' }).waitFor()
    await page.locator('[data-status="ANSWERED"]').getByText('Répondu').waitFor()
  })

  it('tells that a recipe was read wrongly, with what was read', async () => {
    const [demo] = (await demoKitchen(person)).recipes
    if (demo === undefined) throw new Error('the demo kitchen is empty')
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(demo)
    await page.getByRole('button', { name: 'This recipe was read wrongly' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Which part?').selectOption('STEPS')
    await dialog.getByLabel('What should it be?').fill(`Bake it longer, ${word}`)
    await sound('wrong-reading')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.locator('[data-sent]').waitFor()
    await dialog.getByRole('link', { name: 'What I have written' }).click()
    await own().filter({ hasText: 'Bake it longer' }).waitFor()
    await admin.reload()
    const found = own(admin).filter({ hasText: 'Bake it longer' })
    await found.getByText('Read wrongly: The steps').waitFor()
    await found.getByText('What was read', { exact: true }).click()
    await found.locator('[data-reading]').getByText(demo.title).first().waitFor()
  })

  it('comes along when the guest signs up, whose address stands in the form', async () => {
    const email = newEmail('writer')
    await signUp(page, email, '/credits')
    await page.getByRole('button', { name: 'Your account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Feedback', exact: true }).click()
    await own().filter({ hasText: 'Bake it longer' }).waitFor()
    expect(await page.locator('[data-form="feedback"]').getByLabel('E-mail address').inputValue()).toBe(email)
    await page.goto(`${BASE_URL}/admin/feedback`)
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  })

  it('never broke a page on the way', () => {
    expect(faults).toEqual([])
    expect(adminFaults).toEqual([])
  })
})
