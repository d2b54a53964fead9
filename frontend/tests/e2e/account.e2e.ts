import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme } from './accessibility'
import { BASE_URL, newPerson, newVisitor, takePictures } from './browser'
import { demoKitchen, MyRecipes } from './my-recipes'

/** The local cloud sends no mails and takes these codes. */
const CODE = '123456'
const RESET_CODE = '654321'
const PASSWORD = 'Rhubarb-Pie 7'
const OTHER_PASSWORD = 'Sourdough!9'
const some = Date.now().toString(36)
const EMAIL = `cook-${some}@example.com`
const GOOGLE_EMAIL = `baker-${some}@example.com`

/** From the first recipe as a guest to the last day of the account: each step stands on the one before. */
describe('an account', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]
  let kitchen: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    list = new MyRecipes(page)
    kitchen = (await demoKitchen(person)).recipes.map(({ path }) => path)
  })

  afterAll(async () => {
    await browser?.close()
  })

  const field = (name: string) => page.getByLabel(name, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const told = (sentence: string) => page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  const open = (path: string) => page.goto(`${BASE_URL}${path}`)

  async function importOne(index: number): Promise<void> {
    const before = await list.withStatus('SUCCESS').count()
    await list.paste(`${BASE_URL}${kitchen[index] ?? ''}`)
    await list.count('SUCCESS', before + 1)
  }

  async function signIn(email: string, password: string): Promise<void> {
    await field('E-mail address').fill(email)
    await field('Password').fill(password)
    await button('Sign in').click()
  }

  async function signOut(): Promise<void> {
    await button('Your account').click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${BASE_URL}/`)
  }

  /** What a guest needs to take their recipes along is fetched ahead of the sign-in. */
  async function proofIsKept(): Promise<void> {
    await page.waitForFunction(() => localStorage.getItem('zest.claim') !== null)
  }

  it('begins with a guest who has something to lose', async () => {
    await open('/my-recipes')
    await list.live()
    await importOne(0)
    await page.getByText('these recipes live in this browser only').waitFor()
    await proofIsKept()
    await open('/profile')
    await page.getByRole('heading', { level: 1, name: 'You are cooking as a guest' }).waitFor()
    await takePictures(page, 'profile-guest')
    await expectAccessibleInEveryTheme(page, 'profile of a guest')
  })

  it('says beside each field what is wrong before anything is sent', async () => {
    await open('/signup')
    await button('Create account').click()
    await told('Enter your e-mail address.')
    await told('Enter your password.')
    await expect.poll(() => field('E-mail address').evaluate((input) => input === document.activeElement)).toBe(true)
    await field('E-mail address').fill('cook at example')
    await field('Password').fill('abc')
    await button('Create account').click()
    await told('This is not an e-mail address.')
    await told('This password does not keep all the rules below yet.')
    await expectAccessibleInEveryTheme(page, 'signup')
    await takePictures(page, 'signup')
  })

  it('ticks the rules off as the password is typed', async () => {
    const kept = () =>
      page
        .locator('[data-rule][data-kept="true"]')
        .evaluateAll((all) => all.map((rule) => rule.getAttribute('data-rule')))
    await field('Password').fill('')
    await expect.poll(kept).toEqual([])
    await field('Password').pressSequentially('rhubarb')
    await expect.poll(kept).toEqual(['lowercase'])
    await field('Password').pressSequentially('-Pie 7')
    await expect.poll(kept).toEqual(['length', 'lowercase', 'uppercase', 'number', 'symbol'])
  })

  it('keeps every keystroke when the network fails', async () => {
    await field('E-mail address').fill(EMAIL)
    await field('Password').fill(PASSWORD)
    await person.setOffline(true)
    await button('Create account').click()
    await told('Nothing you typed is lost')
    await person.setOffline(false)
    await expect.poll(() => field('E-mail address').inputValue()).toBe(EMAIL)
    await expect.poll(() => field('Password').inputValue()).toBe(PASSWORD)
  })

  it('is made by keyboard alone, with everything from before', async () => {
    await open('/signup')
    await field('E-mail address').waitFor()
    await tabTo(page, 'E-mail address')
    await page.keyboard.type(EMAIL)
    await tabTo(page, 'Password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
    await takePictures(page, 'confirm')
    await expectAccessibleInEveryTheme(page, 'confirm')
    await tabTo(page, 'Code')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await told('This is not the code that we sent.')
    await expect.poll(() => field('Code').inputValue()).toBe('000000')
    await expect.poll(() => field('Code').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.type(CODE)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/my-recipes')
    await list.live()
    await list.count('SUCCESS', 1)
  })

  it('is still signed in after a reload, and in another tab', async () => {
    await page.reload()
    await list.live()
    await button('Your account').waitFor()
    await list.count('SUCCESS', 1)
    const other = new MyRecipes(await person.newPage())
    await other.page.goto(`${BASE_URL}/my-recipes`)
    await other.count('SUCCESS', 1)
    await other.page.close()
    await page.bringToFront()
  })

  it('sends whoever is signed in away from the door', async () => {
    await open('/login')
    await page.waitForURL('**/my-recipes')
  })

  it('ends in every tab at once, and leaves nothing behind', async () => {
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/profile`)
    await other.getByText(EMAIL).first().waitFor()
    await signOut()
    await other.waitForURL(`${BASE_URL}/`)
    await other.close()
    // How the device looks, and how far down which page was left, are told to nobody by anything.
    await expect
      .poll(async () => {
        const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
        return left.filter((key) => !/^zest\.(look|list\.view|units|scroll)$/.test(key))
      })
      .toEqual([])
    await open('/my-recipes')
    await list.live()
    await list.count('SUCCESS', 0)
  })

  it('tells a wrong password from nothing else, and forgets no keystroke', async () => {
    await open('/login')
    await signIn(EMAIL, 'Wrong-Password 1')
    await told('do not go together')
    await expect.poll(() => field('E-mail address').inputValue()).toBe(EMAIL)
    await expectAccessibleInEveryTheme(page, 'login')
    await takePictures(page, 'login')
    await signIn(`nobody-${EMAIL}`, 'Wrong-Password 1')
    await told('do not go together')
  })

  it('is followed by what a guest made meanwhile, and never leads off the site', async () => {
    await open('/my-recipes')
    await list.live()
    await importOne(1)
    await proofIsKept()
    await open('/login')
    await page.evaluate(() => sessionStorage.setItem('zest.auth-redirect', '//evil.example/my-recipes'))
    await signIn(EMAIL.toUpperCase(), PASSWORD)
    await page.waitForURL(`${BASE_URL}/my-recipes`)
    await list.count('SUCCESS', 2)
  })

  it('gets a new password by a code', async () => {
    await signOut()
    await open('/login')
    await field('E-mail address').fill(EMAIL)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.waitForURL('**/forgot-password')
    await expect.poll(() => field('E-mail address').inputValue()).toBe(EMAIL)
    await expectAccessibleInEveryTheme(page, 'forgotten password')
    await button('Send code').click()
    await field('Code').fill(RESET_CODE)
    await field('New password').fill(OTHER_PASSWORD)
    await field('New password once more').fill(`${OTHER_PASSWORD}x`)
    await button('Set password').click()
    await told('The two passwords are not the same.')
    await field('New password once more').fill(OTHER_PASSWORD)
    await takePictures(page, 'reset')
    await expectAccessibleInEveryTheme(page, 'reset')
    await button('Set password').click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await page.evaluate(() => sessionStorage.setItem('zest.auth-redirect', '/profile'))
    await signIn(EMAIL, OTHER_PASSWORD)
    await page.waitForURL('**/profile')
  })

  it('has a profile: a name, the look, all data as a file', async () => {
    await field('Name').fill('Zoé <b>Núñez</b> 🍋')
    await button('Save name').click()
    await page.getByText('Your name is saved.').waitFor()
    await page.reload()
    await field('Name').waitFor()
    await expect.poll(() => field('Name').inputValue()).toBe('Zoé <b>Núñez</b> 🍋')
    await takePictures(page, 'profile')
    await expectAccessibleInEveryTheme(page, 'profile')
    const download = page.waitForEvent('download')
    await button('Export everything').click()
    const file = JSON.parse(await streamed(await (await download).createReadStream())) as Record<string, unknown>
    expect(file).toMatchObject({ format: 'zest-export/1', account: { email: EMAIL, name: 'Zoé <b>Núñez</b> 🍋' } })
    expect((file['recipes'] as { ingredients: unknown[] }[]).map(({ ingredients }) => ingredients.length > 2)).toEqual([
      true,
      true,
    ])
  })

  it('changes its password from within', async () => {
    await button('Change password').click()
    await field('Present password').fill('Not-Mine 123')
    await field('New password').fill(PASSWORD)
    await button('Change password').click()
    await told('This is not your password.')
    await field('Present password').fill(OTHER_PASSWORD)
    await button('Change password').click()
    await page.getByText('Your password is changed.').waitFor()
  })

  it('speaks Spanish and French at the door', async () => {
    const stranger = await newPerson(browser)
    const theirs = await stranger.newPage()
    for (const [prefix, title, missing] of [
      ['/es', 'Guarda tus recetas', 'Escribe tu correo electrónico.'],
      ['/fr', 'Gardez vos recettes', 'Saisissez votre adresse e-mail.'],
    ] as const) {
      await theirs.goto(`${BASE_URL}${prefix}/signup`)
      await theirs.getByRole('heading', { level: 1, name: title }).waitFor()
      await theirs.locator('form button[type="submit"]').click()
      await theirs.getByRole('alert').filter({ hasText: missing }).waitFor()
      await expect.poll(() => theirs.locator('form').textContent()).not.toMatch(/Password|Email|Create/)
    }
    await stranger.close()
  })

  it('is deleted with everything in it, and nobody can sign in to it', async () => {
    await button('Delete account').click()
    await button('Delete for good').click()
    await told('Type DELETE to show that you mean it.')
    await expectAccessibleInEveryTheme(page, 'delete')
    await field('Type DELETE to go on').fill('delete')
    await button('Delete for good').click()
    await page.getByText('Your account is deleted').waitFor()
    await open('/login')
    await signIn(EMAIL, PASSWORD)
    await told('do not go together')
  })

  it('comes through Google as well, with what the guest has', async () => {
    await open('/my-recipes')
    await list.live()
    await importOne(2)
    await open('/login')
    await button('Continue with Google').click()
    await page.getByRole('heading', { name: 'This is not Google' }).waitFor()
    await button('Cancel').click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    await page.getByText('Nothing has changed.').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await button('Continue with Google').click()
    // The page that is left has a field of nearly this name, too.
    await page.getByRole('heading', { name: 'This is not Google' }).waitFor()
    await field('E-mail').fill(GOOGLE_EMAIL)
    await button('Continue').click()
    await page.waitForURL('**/my-recipes')
    await list.live()
    await list.count('SUCCESS', 1)
    await open('/profile')
    await page.getByText(GOOGLE_EMAIL).first().waitFor()
    await expect.poll(() => button('Change password').count()).toBe(0)
    await signOut()
  })

  it('breaks no rule of the page on the way', () => {
    expect(faults).toEqual([])
  })
})

/** Presses Tab until a field has the focus; a person would not go round more than once. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : ''
    })
    if (focused.trim() === label) return
  }
  throw new Error(`the keyboard does not reach ${label}`)
}

async function streamed(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
