import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough } from './accessibility'
import { BASE_URL, newVisitor, takePictures } from './browser'
import { balanceIs, newEmail, signUp } from './members'
import { demoKitchen, MyRecipes } from './my-recipes'

/** A recipe stands on it where our readers look for none. */
const GUEST_BOOK = `${BASE_URL}/demo/guest-book.html`
const TITLE = /buttered barley/

const offer = (place: Locator | Page) => place.locator('[data-assist-offer]')
const letRead = (place: Locator | Page) => offer(place).getByRole('button', { name: 'Let the assistant read it' })

/** Each step stands on the one before. */
describe('a member whose page no reader reads', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let list: MyRecipes
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    await signUp(page, newEmail('guest-book'), '/credits')
    await balanceIs(page, 10)
    list = new MyRecipes(page)
    await list.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  const failed = () => list.withStatus('FAILED')
  const always = (place: Locator) => place.getByRole('checkbox', { name: 'Always do this on this device' })

  it('is offered the assistant, for what that costs', async () => {
    await list.paste(GUEST_BOOK)
    await list.count('FAILED', 1)
    await offer(failed()).getByText('1 credit, given back if it fails.').waitFor()
    expect(await always(failed()).isChecked()).toBe(false)
    await takePictures(page, 'assist-offer')
    await expectAccessibleInEveryTheme(page, 'the offer on a card')
    await expectNarrowEnough(page, 'the offer on a card')
    await balanceIs(page, 10)
  })

  it('is offered it on the recipe’s page as well', async () => {
    const [id] = await list.ids()
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await letRead(page).waitFor()
    await takePictures(page, 'assist-offer-page')
    await expectAccessibleInEveryTheme(page, 'the offer on a page')
    await expectNarrowEnough(page, 'the offer on a page')
    await letRead(page).click()
    await page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await page.getByText('The assistant read this').waitFor()
    await page.getByText('250 g').first().waitFor()
    await page.locator('[data-credit="USED"]').waitFor()
    await takePictures(page, 'assist-recipe')
    await expectAccessibleInEveryTheme(page, 'what the assistant has read')
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.live()
    await balanceIs(page, 9)
  })

  it('hears that nothing was found, and has the credit back', async () => {
    const { without } = await demoKitchen(person)
    await list.paste(`${BASE_URL}${without.path}`)
    await letRead(failed()).click()
    const nothing = failed().filter({ has: page.locator('[data-reason="ASSISTANT_FOUND_NOTHING"]') })
    await nothing.getByText('The assistant found no recipe here either.').waitFor()
    await nothing.locator('[data-credit="GIVEN_BACK"]').waitFor()
    expect(await offer(nothing).count()).toBe(0)
    await takePictures(page, 'assist-nothing')
    await balanceIs(page, 9)
    await nothing.getByRole('button', { name: 'Remove', exact: true }).click()
    await list.count('FAILED', 0)
  })

  it('says so once for all, and the next page is read by itself, once, whoever looks on', async () => {
    await list.paste(`${GUEST_BOOK}?second`)
    await list.count('FAILED', 1)
    await always(failed()).check()
    await letRead(failed()).click()
    await list.count('SUCCESS', 2)
    await balanceIs(page, 8)
    const other = new MyRecipes(await person.newPage())
    await other.open()
    await page.bringToFront()
    await list.paste(`${GUEST_BOOK}?third`)
    await list.count('SUCCESS', 3)
    await other.count('SUCCESS', 3)
    await balanceIs(page, 7)
    await other.page.close()
  })

  it('has what nothing was found in not sent again', async () => {
    const { without } = await demoKitchen(person)
    await list.paste(`${BASE_URL}${without.path}?second`)
    await failed().locator('[data-reason="ASSISTANT_FOUND_NOTHING"]').waitFor()
    await failed().locator('[data-credit="GIVEN_BACK"]').waitFor()
    await balanceIs(page, 7)
    await page.reload()
    await list.live()
    await failed().locator('[data-reason="ASSISTANT_FOUND_NOTHING"]').waitFor()
    await failed().getByRole('button', { name: 'Remove', exact: true }).click()
    await list.count('FAILED', 0)
  })

  it('takes it back in the profile, and is asked again', async () => {
    await page.goto(`${BASE_URL}/profile`)
    const setting = page.getByRole('checkbox', { name: /^Let the assistant read imports/ })
    expect(await setting.isChecked()).toBe(true)
    await setting.scrollIntoViewIfNeeded()
    await takePictures(page, 'assist-setting')
    await expectAccessibleInEveryTheme(page, 'the setting')
    await expectNarrowEnough(page, 'the setting')
    await setting.uncheck()
    await list.open()
    await list.paste(`${GUEST_BOOK}?fourth`)
    await list.count('FAILED', 1)
    await letRead(failed()).waitFor()
    expect(await always(failed()).isChecked()).toBe(false)
    await balanceIs(page, 7)
  })

  it('never broke a page on the way', () => {
    expect(faults).toEqual([])
  })
})

describe('a guest whose page no reader reads', () => {
  let browser: Browser
  let page: Page
  let list: MyRecipes

  beforeAll(async () => {
    ;({ browser, page } = await newVisitor())
    list = new MyRecipes(page)
    await list.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('is told of the day’s uploads, and has it read', async () => {
    await list.paste(GUEST_BOOK)
    await list.count('FAILED', 1)
    await offer(page).getByText('Counts as one of your three uploads today.').waitFor()
    await letRead(page).click()
    await list.count('SUCCESS', 1)
    await page.getByRole('link', { name: TITLE }).waitFor()
    expect(await page.locator('[data-credit]').count()).toBe(0)
  })
})
