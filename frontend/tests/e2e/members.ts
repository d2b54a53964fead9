import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { cognito, configuration } from './guest'
import { text } from './text'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
/** Where the app that is tested keeps its state. */
export const STATE = process.env['ZEST_STATE'] ?? join(REPOSITORY, '.local/state')

/** The local cloud sends no mails and takes this code. */
export const CODE = '123456'
export const PASSWORD = 'Rhubarb-Pie 7'

/** An address that nobody has signed up with yet. */
export function newEmail(name: string): string {
  return `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`
}

/** Makes an account through the API; nobody is signed in to it yet. */
export async function newAccount(name: string): Promise<string> {
  const email = newEmail(name)
  const { userPoolClientId: ClientId } = await configuration()
  const UserAttributes = [{ Name: 'email', Value: email }]
  await cognito('user', 'SignUp', { ClientId, Username: email, Password: PASSWORD, UserAttributes })
  await cognito('user', 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: CODE })
  return email
}

/** Makes an account and signs in to it; answers its address. */
export async function becomeMember(page: Page, name: string): Promise<string> {
  const email = await newAccount(name)
  await signIn(page, email)
  return email
}

/** Signs somebody up who was sent to the door from a page, and waits until they are back there. */
export async function signUp(page: Page, email: string, from: string): Promise<void> {
  await page.goto(`${BASE_URL}${from}`)
  await page.waitForURL('**/login')
  await page.locator('main a[href$="/signup"]').click()
  await page.waitForURL('**/signup')
  await page.getByLabel(text('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(text('auth.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: text('auth.signUp'), exact: true }).click()
  await page.getByLabel(text('auth.code'), { exact: true }).fill(CODE)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${BASE_URL}${from}`)
}

/** Puts a member among the admins, as `make admin` does; it counts from their next sign-in on. */
async function makeAdmin(email: string): Promise<void> {
  const python = process.env['ZEST_PYTHON'] ?? join(REPOSITORY, '.local/venv/bin/python')
  const script = join(REPOSITORY, 'infra/local/make_admin.py')
  await promisify(execFile)(python, [script, '--state', STATE, '--', email])
}

/** Signs somebody in, and waits until they are at the list. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${BASE_URL}/login`)
  await page.getByLabel(text('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(text('auth.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: text('auth.signIn'), exact: true }).click()
  await page.waitForURL('**/my-recipes')
}

/** The admins' page of credits, of an admin with a browser of their own. */
export async function openOffice(person: BrowserContext): Promise<Page> {
  const office = await person.newPage()
  await becomeAdmin(office)
  await office.goto(`${BASE_URL}/admin/credits`)
  return office
}

/** Makes an account, puts it among the admins and signs in to it. */
export async function becomeAdmin(page: Page): Promise<void> {
  const email = await newAccount('admin')
  await makeAdmin(email)
  await signIn(page, email)
}

/** Looks a member up on the admins' page, and waits until all is there and found sound. */
export async function findMember(office: Page, email: string): Promise<void> {
  await office.getByLabel(text('admin.find.label')).fill(email)
  await office.getByRole('button', { name: text('admin.find'), exact: true }).click()
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
