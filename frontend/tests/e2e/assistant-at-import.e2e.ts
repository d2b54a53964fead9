import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { balanceIs, becomeMember } from './members'
import { demoKitchen, MyRecipes } from './my-recipes'
import { text } from './text'

/** A page with a recipe that no reader finds. */
const GUEST_BOOK = `${BASE_URL}/demo/guest-book.html`
const TITLE = /buttered barley/

const offer = (place: Locator | Page) => place.locator('[data-assist-offer]')
const letRead = (place: Locator | Page) => offer(place).getByRole('button', { name: text('assist.offer') })

test.describe('member importing an unreadable page', () => {
  let page: Page
  let list: MyRecipes

  test.beforeEach(async ({ page: own, list: ownList }) => {
    ;[page, list] = [own, ownList]
    await becomeMember(page, 'guest-book')
    await list.open()
    await balanceIs(page, 10)
  })

  const failed = () => list.withStatus('FAILED')
  const always = (place: Locator) => place.getByRole('checkbox', { name: text('assist.always') })

  test('is offered the assistant with its price, also on the recipe page', async () => {
    await list.paste(GUEST_BOOK)
    await list.count('FAILED', 1)
    await offer(failed()).getByText(text('assist.cost')).waitFor()
    expect(await always(failed()).isChecked()).toBe(false)
    await takePictures(page, 'assist-offer')
    await expectAccessible(page, 'the offer on a card')
    await expectNarrowEnough(page, 'the offer on a card')
    await balanceIs(page, 10)
    const [id] = await list.ids()
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await letRead(page).waitFor()
    await takePictures(page, 'assist-offer-page')
    await expectAccessible(page, 'the offer on a page')
    await expectNarrowEnough(page, 'the offer on a page')
    await letRead(page).click()
    await page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await page.getByText(text('warning.READ_BY_ASSISTANT')).waitFor()
    await page.getByText('250 g').first().waitFor()
    await page.locator('[data-credit="USED"]').waitFor()
    await takePictures(page, 'assist-recipe')
    await expectAccessible(page, 'what the assistant has read')
    await page.goto(`${BASE_URL}/my-recipes`)
    await list.live()
    await balanceIs(page, 9)
  })

  test('is told that nothing was found and gets the credit back', async () => {
    const { without } = await demoKitchen()
    await list.paste(`${BASE_URL}${without.path}`)
    await letRead(failed()).click()
    const nothing = failed().filter({ has: page.locator('[data-reason="ASSISTANT_FOUND_NOTHING"]') })
    await nothing.getByText(text('problem.ASSISTANT_FOUND_NOTHING')).waitFor()
    await nothing.locator('[data-credit="GIVEN_BACK"]').waitFor()
    expect(await offer(nothing).count()).toBe(0)
    await takePictures(page, 'assist-nothing')
    await balanceIs(page, 10)
    await nothing.getByRole('button', { name: text('card.remove'), exact: true }).click()
    await list.count('FAILED', 0)
  })

  test('permits the assistant for all imports, and the next page is read once automatically', async ({ context }) => {
    await list.paste(`${GUEST_BOOK}?second`)
    await list.count('FAILED', 1)
    await always(failed()).check()
    await letRead(failed()).click()
    await list.count('SUCCESS', 1)
    await balanceIs(page, 9)
    const other = new MyRecipes(await context.newPage())
    await other.open()
    await page.bringToFront()
    await list.paste(`${GUEST_BOOK}?third`)
    await list.count('SUCCESS', 2)
    await other.count('SUCCESS', 2)
    await balanceIs(page, 8)
  })

  test('page without a recipe is not sent again', async () => {
    await list.paste(GUEST_BOOK)
    await list.count('FAILED', 1)
    await always(failed()).check()
    await letRead(failed()).click()
    await list.count('SUCCESS', 1)
    await balanceIs(page, 9)
    const { without } = await demoKitchen()
    await list.paste(`${BASE_URL}${without.path}?second`)
    await failed().locator('[data-reason="ASSISTANT_FOUND_NOTHING"]').waitFor()
    await failed().locator('[data-credit="GIVEN_BACK"]').waitFor()
    await balanceIs(page, 9)
    await page.reload()
    await list.live()
    await failed().locator('[data-reason="ASSISTANT_FOUND_NOTHING"]').waitFor()
    await failed()
      .getByRole('button', { name: text('card.remove'), exact: true })
      .click()
    await list.count('FAILED', 0)
  })

  test('withdraws permission in the profile and is asked again', async () => {
    await list.paste(GUEST_BOOK)
    await list.count('FAILED', 1)
    await always(failed()).check()
    await letRead(failed()).click()
    await list.count('SUCCESS', 1)
    await balanceIs(page, 9)
    await page.goto(`${BASE_URL}/profile`)
    const setting = page.getByRole('checkbox', { name: text('profile.assistant.always') })
    expect(await setting.isChecked()).toBe(true)
    await setting.scrollIntoViewIfNeeded()
    await takePictures(page, 'assist-setting')
    await expectAccessible(page, 'the setting')
    await expectNarrowEnough(page, 'the setting')
    await setting.uncheck()
    await list.open()
    await list.paste(`${GUEST_BOOK}?fourth`)
    await list.count('FAILED', 1)
    await letRead(failed()).waitFor()
    expect(await always(failed()).isChecked()).toBe(false)
    await balanceIs(page, 9)
  })
})

test('guest importing an unreadable page sees the daily limit and has it read', async ({ page, list }) => {
  await list.open()
  await list.paste(GUEST_BOOK)
  await list.count('FAILED', 1)
  await offer(page).getByText(text('assist.cost.guest')).waitFor()
  await letRead(page).click()
  await list.count('SUCCESS', 1)
  await page.getByRole('link', { name: TITLE }).waitFor()
  expect(await page.locator('[data-credit]').count()).toBe(0)
})
