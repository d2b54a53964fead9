import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import type { Guest } from './guest'
import { becomeMember, CODE, newAccount, newEmail, PASSWORD } from './members'
import { demoKitchen, MyRecipes } from './my-recipes'
import { goOffline } from './offline'
import { text } from './text'

/** Password reset code of the local cloud. */
const RESET_CODE = '654321'
const OTHER_PASSWORD = 'Sourdough!9'

test.describe('an account', () => {
  let person: BrowserContext
  let page: Page
  let list: MyRecipes

  test.beforeEach(({ context, page: own, list: ownList }) => {
    ;[person, page, list] = [context, own, ownList]
  })

  const field = (name: string) => page.getByLabel(name, { exact: true })
  const email = () => field(text('auth.email'))
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const alertShown = (sentence: string) => page.getByRole('alert').filter({ hasText: sentence }).waitFor()
  const open = (path: string) => page.goto(`${BASE_URL}${path}`)
  const isFocused = (name: string) =>
    expect.poll(() => field(name).evaluate((input) => input === document.activeElement)).toBe(true)

  async function signIn(address: string, password: string): Promise<void> {
    await email().fill(address)
    await field(text('auth.password')).fill(password)
    await button(text('auth.signIn')).click()
  }

  async function signOut(): Promise<void> {
    await button(text('account.menu')).click()
    await page.getByRole('menuitem', { name: text('account.signOut'), exact: true }).click()
    await page.waitForURL(`${BASE_URL}/`)
  }

  /** Imports recipes as a guest, and waits for the claim token that transfers them. */
  async function cookAsGuest(guest: Guest, recipes = 1): Promise<void> {
    const { recipes: pages } = await demoKitchen()
    await guest.import(...pages.slice(0, recipes).map(({ path }) => path))
    await list.open()
    await list.count('SUCCESS', recipes)
    await page.waitForFunction(() => localStorage.getItem('zest.claim') !== null)
  }

  test('guest with recipes reaches sign-up', async ({ guest }) => {
    await cookAsGuest(guest)
    await page.getByText(text('account.offer')).waitFor()
    await open('/profile')
    await page.getByRole('heading', { level: 1, name: text('profile.guest.title') }).waitFor()
    await takePictures(page, 'profile-guest')
    await expectAccessible(page, 'profile of a guest')
  })

  test('invalid fields show their error before submission, and password rules are ticked off', async () => {
    await open('/signup')
    await button(text('auth.signUp')).click()
    await alertShown(text('signIn.emailMissing'))
    await alertShown(text('signIn.passwordMissing'))
    await isFocused(text('auth.email'))
    await email().fill('cook at example')
    await field(text('auth.password')).fill('abc')
    await button(text('auth.signUp')).click()
    await alertShown(text('signIn.emailMalformed'))
    await alertShown(text('signIn.passwordWeak'))
    await expectAccessible(page, 'signup')
    await takePictures(page, 'signup')
    const kept = () =>
      page
        .locator('[data-rule][data-kept="true"]')
        .evaluateAll((all) => all.map((rule) => rule.getAttribute('data-rule')))
    await field(text('auth.password')).fill('')
    await expect.poll(kept).toEqual([])
    await field(text('auth.password')).pressSequentially('rhubarb')
    await expect.poll(kept).toEqual(['lowercase'])
    await field(text('auth.password')).pressSequentially('-Pie 7')
    await expect.poll(kept).toEqual(['length', 'lowercase', 'uppercase', 'number', 'symbol'])
  })

  test('form keeps its input when the network fails', async () => {
    await open('/signup')
    await email().fill('cook@example.com')
    await field(text('auth.password')).fill(PASSWORD)
    await goOffline(page)
    await button(text('auth.signUp')).click()
    await alertShown(text('signIn.OFFLINE'))
    await person.setOffline(false)
    await expect.poll(() => email().inputValue()).toBe('cook@example.com')
    await expect.poll(() => field(text('auth.password')).inputValue()).toBe(PASSWORD)
  })

  test('sign-up works by keyboard and keeps the guest’s recipes, after a reload and in another tab', async ({
    guest,
  }) => {
    const address = newEmail('cook')
    await cookAsGuest(guest)
    await open('/signup')
    await email().waitFor()
    await tabTo(page, text('auth.email'))
    await page.keyboard.type(address)
    await tabTo(page, text('auth.password'))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: text('auth.confirm.title') }).waitFor()
    await takePictures(page, 'confirm')
    await expectAccessible(page, 'confirm')
    await tabTo(page, text('auth.code'))
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await alertShown(text('signIn.CODE_WRONG'))
    await expect.poll(() => field(text('auth.code')).inputValue()).toBe('000000')
    await isFocused(text('auth.code'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(CODE)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/my-recipes')
    await list.live()
    await list.count('SUCCESS', 1)
    await page.reload()
    await list.live()
    await button(text('account.menu')).waitFor()
    await list.count('SUCCESS', 1)
    const other = new MyRecipes(await person.newPage())
    await other.page.goto(`${BASE_URL}/my-recipes`)
    await other.count('SUCCESS', 1)
  })

  test('signed-in member is redirected from the sign-in page', async () => {
    await becomeMember(page, 'inside')
    await open('/login')
    await page.waitForURL('**/my-recipes')
  })

  test('sign-out ends every tab and clears the device', async () => {
    const address = await becomeMember(page, 'leaver')
    const other = await person.newPage()
    await other.goto(`${BASE_URL}/profile`)
    await other.getByText(address).first().waitFor()
    await other.goto(`${BASE_URL}/my-recipes`)
    await signOut()
    await other.waitForURL(`${BASE_URL}/`)
    for (const tab of [page, other]) {
      await expect
        .poll(async () => {
          const left = await tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
          return left.filter((key) => !/^zest\.(look|list\.view|units)$/.test(key))
        })
        .toEqual([])
    }
    await open('/my-recipes')
    await list.live()
    await list.count('SUCCESS', 0)
  })

  test('wrong password shows a generic error and keeps the input', async () => {
    const address = await newAccount('wrong')
    await open('/login')
    await signIn(address, 'Wrong-Password 1')
    await alertShown(text('signIn.WRONG_PASSWORD'))
    await expect.poll(() => email().inputValue()).toBe(address)
    await expectAccessible(page, 'login')
    await takePictures(page, 'login')
    await signIn(`nobody-${address}`, 'Wrong-Password 1')
    await alertShown(text('signIn.WRONG_PASSWORD'))
  })

  test('sign-in transfers guest recipes and redirects only within the site', async ({ guest }) => {
    const address = await newAccount('guest')
    await cookAsGuest(guest)
    await open('/login')
    await page.evaluate(() => sessionStorage.setItem('zest.auth-redirect', '//evil.example/my-recipes'))
    await signIn(address.toUpperCase(), PASSWORD)
    await page.waitForURL(`${BASE_URL}/my-recipes`)
    await list.count('SUCCESS', 1)
  })

  test('password is reset with a code', async () => {
    const address = await newAccount('forgetful')
    await open('/login')
    await email().fill(address)
    await page.getByRole('link', { name: text('auth.forgot.link') }).click()
    await page.waitForURL('**/forgot-password')
    await expect.poll(() => email().inputValue()).toBe(address)
    await expectAccessible(page, 'forgotten password')
    await button(text('auth.sendCode')).click()
    await field(text('auth.code')).fill(RESET_CODE)
    await field(text('auth.newPassword')).fill(OTHER_PASSWORD)
    await field(text('auth.repeatPassword')).fill(`${OTHER_PASSWORD}x`)
    await button(text('auth.setPassword')).click()
    await alertShown(text('signIn.passwordsDiffer'))
    await field(text('auth.repeatPassword')).fill(OTHER_PASSWORD)
    await takePictures(page, 'reset')
    await expectAccessible(page, 'reset')
    await button(text('auth.setPassword')).click()
    await page.getByRole('heading', { name: text('auth.signIn.title') }).waitFor()
    await page.evaluate(() => sessionStorage.setItem('zest.auth-redirect', '/profile'))
    await signIn(address, OTHER_PASSWORD)
    await page.waitForURL('**/profile')
  })

  test('profile changes name and theme and exports all data', async ({ guest }) => {
    const address = await newAccount('profile')
    await cookAsGuest(guest, 2)
    await open('/login')
    await signIn(address, PASSWORD)
    await list.count('SUCCESS', 2)
    await button(text('account.menu')).waitFor()
    await open('/profile')
    await field(text('profile.name')).fill('Zoé <b>Núñez</b> 🍋')
    await button(text('profile.saveName')).click()
    await page.getByText(text('profile.nameSaved')).waitFor()
    await page.reload()
    await field(text('profile.name')).waitFor()
    await expect.poll(() => field(text('profile.name')).inputValue()).toBe('Zoé <b>Núñez</b> 🍋')
    await takePictures(page, 'profile')
    await expectAccessible(page, 'profile')
    const download = page.waitForEvent('download')
    await button(text('export.begin')).click()
    const file = JSON.parse(await streamed(await (await download).createReadStream())) as Record<string, unknown>
    expect(file).toMatchObject({ format: 'zest-export/1', account: { email: address, name: 'Zoé <b>Núñez</b> 🍋' } })
    expect((file['recipes'] as { ingredients: unknown[] }[]).map(({ ingredients }) => ingredients.length > 2)).toEqual([
      true,
      true,
    ])
  })

  test('password is changed in the profile', async () => {
    await becomeMember(page, 'changer')
    await open('/profile')
    await button(text('profile.changePassword')).click()
    await field(text('profile.oldPassword')).fill('Not-Mine 123')
    await field(text('auth.newPassword')).fill(OTHER_PASSWORD)
    await button(text('profile.changePassword')).click()
    await alertShown(text('profile.oldPasswordWrong'))
    await field(text('profile.oldPassword')).fill(PASSWORD)
    await button(text('profile.changePassword')).click()
    await page.getByText(text('profile.passwordSaved')).waitFor()
  })

  for (const language of ['es', 'fr'] as const) {
    test(`sign-in page is in ${language}`, async () => {
      await open(`/${language}/signup`)
      await page.getByRole('heading', { level: 1, name: text('auth.signUp.title', {}, language) }).waitFor()
      await page.locator('form button[type="submit"]').click()
      await alertShown(text('signIn.emailMissing', {}, language))
      await expect.poll(() => page.locator('form').textContent()).not.toMatch(/Password|Email|Create/)
    })
  }

  test('deleted account has no data and refuses sign-in', async () => {
    const address = await becomeMember(page, 'last')
    await open('/profile')
    await button(text('profile.deleteAccount')).click()
    await button(text('profile.deleteAccount.act')).click()
    await alertShown(text('delete.wordMissing', { word: text('delete.word') }))
    await expectAccessible(page, 'delete')
    await field(text('delete.typeWord', { word: text('delete.word') })).fill('delete')
    await button(text('profile.deleteAccount.act')).click()
    await page.getByText(text('profile.accountDeleted')).waitFor()
    await open('/login')
    await signIn(address, PASSWORD)
    await alertShown(text('signIn.WRONG_PASSWORD'))
  })

  test('Google sign-in transfers guest recipes', async ({ guest }) => {
    const address = newEmail('baker')
    await cookAsGuest(guest)
    await open('/login')
    await button(text('auth.google')).click()
    await page.getByRole('heading', { name: 'This is not Google' }).waitFor()
    await button('Cancel').click()
    await page.getByRole('heading', { name: text('auth.callback.failed') }).waitFor()
    await page.getByText(text('signIn.GOOGLE_FAILED')).waitFor()
    await page.getByRole('link', { name: text('auth.callback.again') }).click()
    await button(text('auth.google')).click()
    // The previous page has a field with a similar name.
    await page.getByRole('heading', { name: 'This is not Google' }).waitFor()
    await field('Email').fill(address)
    await button('Continue').click()
    await page.waitForURL('**/my-recipes')
    await list.live()
    await list.count('SUCCESS', 1)
    await open('/profile')
    await page.getByText(address).first().waitFor()
    await expect.poll(() => button(text('profile.changePassword')).count()).toBe(0)
    await signOut()
  })
})

/** Presses Tab until a field has the focus, at most once around the page. */
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
