import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInEveryTheme, expectNarrowEnough, wear } from './accessibility'
import { BASE_URL, SHOTS, takePicture } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { becomeMember } from './members'
import { type DemoPage, demoKitchen, MyRecipes } from './my-recipes'
import { text } from './text'

/** Every screen in all themes and sizes, at 320 px, and by keyboard. */
test.describe('every screen', () => {
  let page: Page
  let demo: DemoPage
  let cook: Guest
  let recipe: string

  test.beforeAll(async () => {
    const [first] = (await demoKitchen()).recipes
    if (first === undefined) throw new Error('the demo kitchen is empty')
    demo = first
    cook = await Guest.arrive()
    const [id] = await cook.import(demo.path)
    recipe = `/recipes/${id}`
  })

  test.beforeEach(({ page: own }) => {
    page = own
  })

  /** Checks screenshots, accessibility in every theme, and the 320 px layout. */
  async function expectSound(screen: string): Promise<void> {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await takeFourPictures(screen)
    await expectAccessibleInEveryTheme(page, screen)
    await expectNarrowEnough(page, screen)
  }

  async function takeFourPictures(screen: string): Promise<void> {
    if (SHOTS === undefined) return
    const shots = [
      ['orange', 'light', 1280, 900],
      ['green', 'dark', 1280, 900],
      ['green', 'light', 320, 640],
      ['orange', 'dark', 360, 780],
    ] as const
    for (const [palette, mode, width, height] of shots) {
      await page.setViewportSize({ width, height })
      await wear(page, palette, mode)
      await takePicture(page, `${screen}-${palette}-${mode}-${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }

  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return `${element?.getAttribute('role') ?? element?.localName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`
    })

  /** Presses Tab until an element with this role and name has the focus. */
  async function tabTo(wanted: RegExp, key = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let presses = 0; presses < 250; presses += 1) {
      await page.keyboard.press(key)
      const here = await focused()
      if (wanted.test(here)) return
      passed.push(here.slice(0, 40))
    }
    throw new Error(`the keyboard does not reach ${wanted}; it passed ${passed.join(' · ')}`)
  }

  async function openRecipe(context: BrowserContext): Promise<void> {
    await cook.enter(context)
    await page.goto(`${BASE_URL}${recipe}`)
    // The HTML of the server has a heading too, but no controls.
    await page.locator('article[data-status="SUCCESS"]').waitFor()
  }

  /** Opens a recipe of this test. */
  async function openOwn(guest: Guest): Promise<string> {
    const [id] = await guest.import(demo.path)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.locator('article[data-status="SUCCESS"]').waitFor()
    return `/recipes/${id}`
  }

  test('empty list', async ({ list }) => {
    await list.open()
    await page.locator('[data-demo]').first().waitFor()
    await expectSound('empty')
  })

  test('recipe imported by keyboard', async ({ list }) => {
    await list.open()
    await page.setViewportSize({ width: 320, height: 640 })
    await tabTo(new RegExp(`${text('urlBox.label')}|^(input|textarea)`))
    await page.keyboard.type(`${BASE_URL}${demo.path}`)
    await page.keyboard.press('Enter')
    await list.count('SUCCESS', 1)
    await tabTo(new RegExp(demo.title))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: demo.title }).waitFor()
    await page.locator('[data-nutrition="SUCCESS"] dd').first().waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectSound('recipe')
  })

  test('edit form filled and saved by keyboard', async ({ guest }) => {
    const own = await openOwn(guest)
    await tabTo(new RegExp(text('recipe.more')))
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await expectAccessibleInEveryTheme(page, 'the menu of a recipe')
    await page.keyboard.press('e')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${own}/edit`)
    await expectSound('edit')
    await page.getByLabel(text('edit.field.title'), { exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' by hand')
    await tabTo(new RegExp(`^button ${text('edit.save')}$`))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${own}`)
    await page.getByRole('heading', { level: 1, name: `${demo.title} by hand` }).waitFor()
  })

  test('cook mode by keyboard', async ({ context }) => {
    await openRecipe(context)
    await tabTo(new RegExp(text('recipe.cookMode')))
    await page.keyboard.press('Enter')
    await page.getByText(text('cook.exit')).first().waitFor()
    await expectSound('cook')
    await page.keyboard.press('Escape')
    await page.waitForURL(`**${recipe}`)
  })

  test('deletion and undo by keyboard', async ({ guest }) => {
    await openOwn(guest)
    await tabTo(new RegExp(text('recipe.more')))
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText(text('deletion.done', { title: demo.title })).waitFor()
    await page.keyboard.press('F8')
    await expect.poll(() => focused()).toBe(`button ${text('deletion.undo')}`)
    await page.keyboard.press('Enter')
    await new MyRecipes(page).count('SUCCESS', 1)
  })

  for (const [screen, path] of [
    ['list', '/my-recipes'],
    ['login', '/login'],
    ['signup', '/signup'],
    ['forgotten password', '/forgot-password'],
    ['profile of a guest', '/profile'],
    ['no such recipe', `/recipes/${'0'.repeat(32)}`],
    ['profile in French', '/fr/profile'],
    ['shopping list', '/shopping-list'],
    ['tonight', '/tonight'],
    ['feedback', '/feedback'],
    ['assistant', '/assistant'],
  ] as const) {
    test(screen, async ({ context }) => {
      await cook.enter(context)
      await page.goto(`${BASE_URL}${path}`)
      await page.locator('main :is(h1, h2)').first().waitFor()
      if (screen === 'list') await new MyRecipes(page).count('SUCCESS', 1)
      await expectSound(screen.replaceAll(' ', '-'))
    })
  }

  for (const path of ['/', '/fr', '/articles', '/articles/cups-and-grams', '/bookmarklet', '/es/contact', '/nothing']) {
    test(`public page ${path}`, async () => {
      await page.goto(`${BASE_URL}${path}`)
      await expectSound(`site${path.replaceAll('/', '-')}`)
    })
  }

  test('screens of a member', async () => {
    await becomeMember(page, 'screens')
    for (const path of ['/credits', '/credits/history', '/profile']) {
      await page.goto(`${BASE_URL}${path}`)
      await page.locator('main :is(h1, h2)').first().waitFor()
      await expectSound(`member${path.replaceAll('/', '-')}`)
    }
  })

  for (const prefix of ['/es', '/fr']) {
    test(`${prefix} with its longer words`, async ({ context }) => {
      await cook.enter(context)
      for (const path of ['/login', '/signup', recipe, `${recipe}/edit`, `${recipe}/cook`]) {
        await page.goto(`${BASE_URL}${prefix}${path}`)
        await page.locator('main :is(h1, h2)').first().waitFor()
        await expectNarrowEnough(page, `${prefix}${path}`)
      }
    })
  }
})
