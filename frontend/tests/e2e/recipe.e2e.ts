import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoBarrier } from './accessibility'
import { BASE_URL, newPerson, newVisitor, settled, takePictures, watchForFaults } from './browser'
import { demoPage, MyRecipes } from './my-recipes'

/** What a cook does with a recipe: each step stands on the one before. */
describe('a cook', () => {
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let faults: string[]
  let id: string

  beforeAll(async () => {
    ;({ browser, person, page, faults } = await newVisitor())
    await countWakeLocks(person)
    const list = new MyRecipes(page)
    await list.open()
    await list.importAndOpen(await demoPage(person, 'red-lentil-soup'))
    id = page.url().split('/').at(-1) ?? ''
  })

  afterAll(async () => {
    await browser?.close()
  })

  const ingredients = () => page.getByRole('region', { name: 'Ingredients' })
  const line = (name: RegExp) => ingredients().getByRole('checkbox', { name })
  const servings = () => page.getByRole('textbox', { name: 'Servings', exact: true })

  it('cooks for more people, by button, by keyboard and by factor', async () => {
    await line(/^250 g red lentils/).waitFor()
    await page.getByRole('button', { name: 'More servings' }).click()
    await page.getByRole('button', { name: 'More servings' }).click()
    await line(/^375 g red lentils/).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?servings=6')
    await servings().fill('2')
    await servings().press('Enter')
    await line(/^125 g red lentils/).waitFor()
    await servings().press('ArrowUp')
    await expect.poll(() => servings().inputValue()).toBe('3')
    await servings().fill('lots')
    await page.getByText('A number from 1 to 999, such as 6.').waitFor()
    await servings().press('Escape')
    await page.getByText('2×', { exact: true }).click()
    await line(/^500 g red lentils/).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?x=2')
  })

  it('has only so much of one ingredient', async () => {
    await page.getByRole('button', { name: 'Other…' }).click()
    await page.getByRole('combobox', { name: 'Ingredient' }).selectOption({ label: 'red lentils' })
    const have = page.getByRole('textbox', { name: 'I have', exact: true })
    await have.fill('none')
    await have.press('Enter')
    await page.getByText('An amount such as 300.').waitFor()
    await have.fill('100')
    await have.press('Enter')
    await line(/^100 g red lentils/).waitFor()
    await page.getByText('1×', { exact: true }).click()
    await line(/^250 g red lentils/).waitFor()
  })

  it('reads it in the other units and back, and finds that kept', async () => {
    await page.getByText('US', { exact: true }).click()
    await line(/^9 oz red lentils/).waitFor()
    await page.reload()
    await line(/^9 oz red lentils/).waitFor()
    await expect
      .poll(() => page.locator('[data-original="250 g"]').first().getAttribute('title'))
      .toBe('In the recipe: 250 g')
    await page.getByText('As written', { exact: true }).click()
    await line(/^250 g red lentils/).waitFor()
  })

  it('sees what a step uses', async () => {
    await page.getByRole('button', { name: 'Mark the ingredients of step 3' }).click()
    await page.mouse.move(0, 0)
    const marked = ingredients().locator('li[data-used]')
    await marked.first().waitFor()
    await expect
      .poll(async () => (await marked.allTextContents()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual([expect.stringContaining('red lentils'), expect.stringContaining('vegetable stock')])
    const third = page.getByRole('region', { name: 'Steps' }).getByRole('list', { name: 'For this step' }).nth(2)
    await expect
      .poll(async () => ((await third.textContent()) ?? '').replace(/\s+/g, ' '))
      .toContain('250 g red lentils')
    await page.getByRole('button', { name: 'Mark the ingredients of step 3' }).click()
  })

  it('keeps ticks through a reload', async () => {
    await line(/red lentils/).check()
    await page.reload()
    await line(/red lentils/).waitFor()
    await expect.poll(() => line(/red lentils/).isChecked()).toBe(true)
    await line(/red lentils/).uncheck()
  })

  it('writes a note, through a failing network as well', async () => {
    await page.getByRole('button', { name: 'Add a note' }).click()
    const box = page.getByRole('textbox', { name: 'My notes' })
    await box.fill('More lemon.\n<b>Less</b> salt.')
    await person.setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your note is kept on this device').waitFor()
    await person.setOffline(false)
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('More lemon.\n<b>Less</b> salt.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('<b>Less</b> salt.').waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
  })

  it('is at home with the recipe in every look, at 320 px too', async () => {
    await page.goto(`${BASE_URL}/recipes/${id}?servings=6`)
    await line(/^375 g red lentils/).waitFor()
    await page.getByRole('button', { name: /1 ½×/ }).click()
    await takePictures(page, 'recipe-scaled')
    await expectAccessible(page)
    await expectNarrow(page)
  })

  it('shares the link as it stands, and a stranger reads it, saves it and sees no notes', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    expect(link).toBe(`${BASE_URL}/recipes/${id}?servings=6`)
    await page.getByText('Anyone who has this link can read the recipe').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const stranger = await newPerson(browser)
    const theirs = await stranger.newPage()
    const theirFaults = watchForFaults(theirs)
    // Where its function is slow the page is the app's alone; what it tells of the recipe is data, which no policy forbids.
    const told = theirs.locator('head > script[type="application/ld+json"]')
    await expect.poll(() => theirs.goto(link).then(() => told.count())).toBe(1)
    expect(JSON.parse((await told.textContent()) ?? '')).toMatchObject({
      '@type': 'Recipe',
      url: `${BASE_URL}/recipes/${id}`,
    })
    await theirs.getByRole('checkbox', { name: /^375 g red lentils/ }).waitFor()
    expect(theirFaults).toEqual([])
    expect(await theirs.getByText('More lemon.').count()).toBe(0)
    expect(await theirs.getByRole('heading', { name: 'My notes' }).count()).toBe(0)
    await theirs.getByRole('button', { name: 'More', exact: true }).click()
    await expect.poll(() => theirs.getByRole('menuitem').allTextContents()).toEqual(['Print'])
    await theirs.keyboard.press('Escape')
    await theirs.getByRole('button', { name: 'Save to my recipes' }).click()
    await theirs.waitForURL((url) => url.pathname.startsWith('/recipes/') && !url.pathname.includes(id))
    await theirs.getByRole('heading', { name: 'My notes' }).waitFor()
    await stranger.close()
  })

  it('prints one or two sheets with the amounts as shown and nothing around them', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByText('375 g').first().waitFor()
    for (const chrome of [
      page.getByRole('banner'),
      page.getByRole('link', { name: 'My recipes', exact: true }),
      page.getByRole('link', { name: 'Cook mode' }),
      page.getByRole('button', { name: 'More servings' }),
      page.getByRole('checkbox').first(),
      page.getByText('Where is this from?'),
    ]) {
      await expect.poll(() => chrome.isVisible()).toBe(false)
    }
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(255, 255, 255)')
    const sheets = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
    expect(sheets.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length).toBeLessThanOrEqual(2)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  it('cooks step by step with the keyboard, the network away', async () => {
    await page.getByRole('link', { name: 'Cook mode' }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    // The chunk is fetched ahead while the recipe is read.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /CookPage/.test(name)))
    await person.setOffline(true)
    await page.getByRole('link', { name: 'Cook mode' }).click()
    await page.locator('[data-step="1"]').waitFor()
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-step="2"]').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-step="1"]').waitFor()
    await page.keyboard.press('Space')
    await page.locator('[data-step="2"]').waitFor()
    await page.getByRole('checkbox', { name: /red lentils/ }).check()
    await person.setOffline(false)
  })

  it('finds everything where it was after a reload', async () => {
    await page.reload()
    await page.locator('[data-step="2"]').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^375 g red lentils/ }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.getByText('All steps', { exact: true }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Step 1 is done' }).isChecked()).toBe(true)
    await takePictures(page, 'cook-all')
    await expectAccessible(page)
    await page.getByText('Step by step', { exact: true }).click()
  })

  it('takes the wake lock, and again after switching apps', async () => {
    await page.locator('[data-wake="held"]').waitFor()
    const before = await wakeLocks(page)
    await page.evaluate(() => window.dispatchEvent(new Event('test-release-wake-lock')))
    await page.locator('[data-wake="lost"]').waitFor()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator('[data-wake="held"]').waitFor()
    await expect.poll(() => wakeLocks(page)).toBe(before + 1)
  })

  it('lets several timers run through steps and a reload until they ring', async () => {
    await page.clock.install()
    await page.reload()
    await page.locator('[data-step="1"]').waitFor()
    await page.getByRole('button', { name: 'Start a timer: 8 minutes' }).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Start a timer: 15 minutes' }).click()
    const timers = page.locator('[data-timer]')
    await expect.poll(() => timers.count()).toBe(2)
    await page.getByRole('button', { name: /^Pause: .*15 minutes/ }).click()
    await page.reload()
    await page.locator('[data-timer="paused"]').waitFor()
    await page.getByRole('button', { name: /^Go on: .*15 minutes/ }).click()
    await takePictures(page, 'cook-timers')
    await expectAccessible(page)
    await expectNarrow(page)
    await page.clock.fastForward('08:01')
    const rung = page.locator('[data-timer="over"]')
    await rung.waitFor()
    await expect.poll(() => timers.count()).toBe(2)
    await page.getByText(/^Time is up: .*8 minutes/).waitFor({ state: 'attached' })
    await expect.poll(() => page.title()).toContain('Time is up')
    await page.getByRole('button', { name: /^Stop: .*8 minutes/ }).click()
    await rung.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^\d+:\d\d · /)
  })

  it('starts over, and leaves with Escape', async () => {
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.locator('[data-step="1"]').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /red lentils/ }).isChecked()).toBe(false)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${BASE_URL}/recipes/${id}?servings=6`)
    await line(/^375 g red lentils/).waitFor()
  })

  it('saw nothing break on the way', () => {
    expect(faults).toEqual([])
  })
})

/** A wake lock that is counted and can be taken away, as when another app comes to the front. */
async function countWakeLocks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counted = window as unknown as { wakeLocks: number }
    counted.wakeLocks = 0
    class Lock extends EventTarget {
      released = false
      constructor() {
        super()
        addEventListener('test-release-wake-lock', () => void this.release())
      }
      async release(): Promise<void> {
        if (this.released) return
        this.released = true
        this.dispatchEvent(new Event('release'))
      }
    }
    const request = async () => {
      counted.wakeLocks += 1
      return new Lock()
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  })
}

const wakeLocks = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { wakeLocks: number }).wakeLocks)

/** In both themes, light and dark, on a phone in one mode and on a desktop in the other. */
async function expectAccessible(page: Page): Promise<void> {
  for (const palette of ['orange', 'green']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(colorScheme === 'light' ? { width: 360, height: 780 } : { width: 1280, height: 900 })
      await page.evaluate((name) => document.documentElement.setAttribute('data-palette', name), palette)
      await settled(page)
      await expectNoBarrier(page, `${palette} ${colorScheme}`, palette === 'orange' ? 'anything' : 'colours')
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Nothing is wider than the narrowest phone. */
async function expectNarrow(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (before !== null) await page.setViewportSize(before)
}
