import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { cognito, configuration } from './guest'
import { text } from './text'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
/** State folder of the app under test. */
export const STATE = process.env['ZEST_STATE'] ?? join(REPOSITORY, '.local/state')

/** Confirmation code of the local cloud. */
export const CODE = '123456'
export const PASSWORD = 'Rhubarb-Pie 7'

export function newEmail(name: string): string {
  return `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`
}

/** Creates an account through the API. */
export async function newAccount(name: string): Promise<string> {
  const email = newEmail(name)
  const { userPoolClientId: ClientId } = await configuration()
  const UserAttributes = [{ Name: 'email', Value: email }]
  await cognito('user', 'SignUp', { ClientId, Username: email, Password: PASSWORD, UserAttributes })
  await cognito('user', 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: CODE })
  return email
}

/** Creates an account and signs in; returns its email. */
export async function becomeMember(page: Page, name: string): Promise<string> {
  const email = await newAccount(name)
  await signIn(page, email)
  return email
}

/** Signs up after a redirect from a page and waits for the return to it. */
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

/** Makes a member an admin, as `make admin` does; takes effect at the next sign-in. */
async function makeAdmin(email: string): Promise<void> {
  const python = process.env['ZEST_PYTHON'] ?? join(REPOSITORY, '.local/venv/bin/python')
  const script = join(REPOSITORY, 'infra/local/make_admin.py')
  await promisify(execFile)(python, [script, '--state', STATE, '--', email])
}

/** Signs in and waits for the list. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${BASE_URL}/login`)
  await page.getByLabel(text('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(text('auth.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: text('auth.signIn'), exact: true }).click()
  await page.waitForURL('**/my-recipes')
}

/** The credits admin page of a new admin. */
export async function openOffice(person: BrowserContext): Promise<Page> {
  const office = await person.newPage()
  await becomeAdmin(office)
  await office.goto(`${BASE_URL}/admin/credits`)
  return office
}

/** Creates an admin account and signs in. */
export async function becomeAdmin(page: Page): Promise<void> {
  const email = await newAccount('admin')
  await makeAdmin(email)
  await signIn(page, email)
}

/** Finds a member on the admin page and waits for the audit. */
export async function findMember(office: Page, email: string): Promise<void> {
  await office.getByLabel(text('admin.find.label')).fill(email)
  await office.getByRole('button', { name: text('admin.find'), exact: true }).click()
  await office.locator('[data-audit="clean"]').waitFor()
}

/** The balance in the header. */
export async function balanceIs(page: Page, credits: number): Promise<void> {
  await page.locator(`header [data-balance="${credits}"]`).waitFor()
}

/** Buys a package and waits for the payment page. */
export async function goToPay(page: Page, packageId: string): Promise<void> {
  await page.locator(`[data-package="${packageId}"]`).getByRole('button').click()
  await page.locator('input[name="card"]').first().waitFor()
}

/** Pays on the stand-in's payment page with one of its cards. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.locator(`input[name="card"][value="${card}"]`).check()
  await page.locator('form button').first().click()
}

/** Waits on the success page for the result. */
export async function outcomeIs(page: Page, outcome: string): Promise<void> {
  await page.locator(`[data-outcome="${outcome}"]`).waitFor()
}

/** Another tab whose balance is watched. */
export async function otherTab(person: BrowserContext, path: string): Promise<Page> {
  const page = await person.newPage()
  await page.goto(`${BASE_URL}${path}`)
  return page
}
