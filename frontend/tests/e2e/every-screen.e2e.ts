import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleInEveryTheme, expectNarrowEnough, wear } from './accessibility'
import { BASE_URL, newPerson, newVisitor, watchForFaults } from './browser'
import { type DemoPage, demoKitchen, MyRecipes } from './my-recipes'

/** Every screen of the app in its four looks and on the narrowest phone, and the way of a cook without a mouse. */
describe('every screen', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let demo: DemoPage
  let recipe: string
  let faults: string[]

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    const [first] = (await demoKitchen(person)).recipes
    if (first === undefined) throw new Error('the demo kitchen is empty')
    demo = first
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(demo)
    recipe = new URL(page.url()).pathname
  })
  afterAll(async () => {
    await browser?.close()
  })

  /** What holds for a screen however it looks, once it stands. */
  async function expectSound(screen: string): Promise<void> {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await takeFourPictures(screen)
    await expectAccessibleInEveryTheme(page, screen)
    await expectNarrowEnough(page, screen)
  }

  async function takeFourPictures(screen: string): Promise<void> {
    const directory = process.env['SHOTS']
    if (directory === undefined || directory === '') return
    mkdirSync(directory, { recursive: true })
    const shots = [
      ['orange', 'light', 1280, 900],
      ['green', 'dark', 1280, 900],
      ['green', 'light', 320, 640],
      ['orange', 'dark', 360, 780],
    ] as const
    for (const [palette, mode, width, height] of shots) {
      await page.setViewportSize({ width, height })
      await wear(page, palette, mode)
      await page.screenshot({ path: join(directory, `${screen}-${palette}-${mode}-${width}.png`) })
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }

  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return `${element?.getAttribute('role') ?? element?.localName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`
    })

  /** Presses Tab until something is reached whose role and name say so; nothing else may be needed to get there. */
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

  /** Opens the recipe; what else is done to it here changes nothing that others look at. */
  async function openRecipe(path = ''): Promise<void> {
    await page.goto(`${BASE_URL}${recipe}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }

  /** Has the page for a while as somebody who has nothing yet. */
  async function asNewcomer(act: (list: MyRecipes) => Promise<void>): Promise<void> {
    const before = page
    const newcomer = await newPerson(browser)
    try {
      page = await newcomer.newPage()
      const found = watchForFaults(page)
      const list = new MyRecipes(page)
      await list.open()
      await act(list)
      expect(found).toEqual([])
    } finally {
      page = before
      await newcomer.close()
    }
  }

  it('the empty list', async () => {
    await asNewcomer(async () => {
      await page.locator('[data-demo]').first().waitFor()
      await expectSound('empty')
    })
  })

  it('a recipe, imported by keyboard', async () => {
    await asNewcomer(async (list) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await tabTo(/Address or text of a recipe|^(input|textarea)/)
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
  })

  it('its edit form, written and saved by keyboard', async () => {
    await openRecipe()
    await tabTo(/More/)
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await expectAccessibleInEveryTheme(page, 'the menu of a recipe')
    await page.keyboard.press('e')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${recipe}/edit`)
    await expectSound('edit')
    await page.getByLabel('Title', { exact: true }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' by hand')
    await tabTo(/^button Save$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${recipe}`)
    await page.getByRole('heading', { level: 1, name: `${demo.title} by hand` }).waitFor()
  })

  it('cook mode, walked and left by keyboard', async () => {
    await openRecipe()
    await tabTo(/Cook mode/)
    await page.keyboard.press('Enter')
    await page.getByText('Done cooking').first().waitFor()
    await expectSound('cook')
    await page.keyboard.press('Escape')
    await page.waitForURL(`**${recipe}`)
  })

  it('deleting and taking it back, by keyboard', async () => {
    await openRecipe()
    await tabTo(/More/)
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('removed').waitFor()
    await page.keyboard.press('F8')
    await expect.poll(() => focused()).toBe('button Undo')
    await page.keyboard.press('Enter')
    await new MyRecipes(page).count('SUCCESS', 1)
  })

  it.each([
    ['list', '/my-recipes'],
    ['login', '/login'],
    ['signup', '/signup'],
    ['forgotten password', '/forgot-password'],
    ['profile of a guest', '/profile'],
    ['no such recipe', `/recipes/${'0'.repeat(32)}`],
    ['profile in French', '/fr/profile'],
  ])('%s', async (screen, path) => {
    await page.goto(`${BASE_URL}${path}`)
    await page.locator('main :is(h1, h2)').first().waitFor()
    if (screen === 'list') await new MyRecipes(page).count('SUCCESS', 1)
    await expectSound(screen.replaceAll(' ', '-'))
  })

  it('in Spanish and French too, however long the words', async () => {
    for (const prefix of ['/es', '/fr']) {
      for (const path of ['/login', '/signup', recipe, `${recipe}/edit`, `${recipe}/cook`]) {
        await page.goto(`${BASE_URL}${prefix}${path}`)
        await page.locator('main :is(h1, h2)').first().waitFor()
        await expectNarrowEnough(page, `${prefix}${path}`)
      }
    }
  })

  it('and nothing broke on the way', () => {
    expect(faults).toEqual([])
  })
})
