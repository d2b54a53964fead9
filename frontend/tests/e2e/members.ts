import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { BASE_URL, newPerson } from './browser'

/** The local cloud sends no mails and takes this code. */
const CODE = '123456'
const PASSWORD = 'Rhubarb-Pie 7'

/** An address that nobody has signed up with yet. */
export function newEmail(name: string): string {
  return `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`
}

/** Signs somebody up who was sent to the door from a page, and waits until they are back there. */
export async function signUp(page: Page, email: string, from: string): Promise<void> {
  await page.goto(`${BASE_URL}${from}`)
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Create an account', exact: true }).click()
  await page.waitForURL('**/signup')
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(CODE)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${BASE_URL}${from}`)
}

/** Puts a member among the admins, as `make admin` does; it counts from their next sign-in on. */
export async function makeAdmin(email: string): Promise<void> {
  const repository = join(import.meta.dirname, '..', '..', '..')
  const python = process.env['ZEST_PYTHON'] ?? join(repository, '.local/venv/bin/python')
  const state = process.env['ZEST_STATE'] ?? join(repository, '.local/state')
  const script = join(repository, 'infra/local/make_admin.py')
  await promisify(execFile)(python, [script, '--state', state, '--', email])
}

/** Signs somebody in, and waits until they are at the list. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${BASE_URL}/login`)
  await page.getByLabel('E-mail address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/my-recipes')
}

/** The admins' page of somebody who has just become one. */
export async function openOffice(browser: Browser): Promise<Page> {
  const email = newEmail('admin')
  const before: BrowserContext = await newPerson(browser)
  await signUp(await before.newPage(), email, '/credits')
  await before.close()
  await makeAdmin(email)
  const office = await (await newPerson(browser)).newPage()
  await signIn(office, email)
  await office.goto(`${BASE_URL}/admin/credits`)
  return office
}

/** Looks a member up on the admins' page, and waits until all is there and found sound. */
export async function findMember(office: Page, email: string): Promise<void> {
  await office.getByLabel('E-mail address or id of a member').fill(email)
  await office.getByRole('button', { name: 'Find', exact: true }).click()
  await office.locator('[data-audit="clean"]').waitFor()
}

/** What a member has in the header of an open page. */
export async function balanceIs(page: Page, credits: number): Promise<void> {
  await page.locator(`header [data-balance="${credits}"]`).waitFor()
}

/** Presses the buy button of a package, and waits for the payment page. */
export async function goToPay(page: Page, packageId: string): Promise<void> {
  await page.locator(`[data-package="${packageId}"]`).getByRole('button').click()
  await page.locator('input[name="card"]').first().waitFor()
}

/** On the payment page of the stand-in: pays with one of its cards. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.locator(`input[name="card"][value="${card}"]`).check()
  await page.locator('form button').first().click()
}

/** Waits on the success page for what became of a purchase. */
export async function outcomeIs(page: Page, outcome: string): Promise<void> {
  await page.locator(`[data-outcome="${outcome}"]`).waitFor()
}

/** A page of the same person whose balance is watched while something happens elsewhere. */
export async function otherTab(person: BrowserContext, path: string): Promise<Page> {
  const page = await person.newPage()
  await page.goto(`${BASE_URL}${path}`)
  return page
}
