import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { Guest } from './guest'
import { demoPage } from './my-recipes'
import { goOffline } from './offline'
import { text } from './text'

/** Only notes are stored on the server, so the tests share a recipe. */
test.describe('a cook', () => {
  let cook: Guest
  let id: string
  let person: BrowserContext
  let page: Page

  test.beforeAll(async () => {
    const { path } = await demoPage('red-lentil-soup')
    cook = await Guest.arrive()
    ;[id = ''] = await cook.import(path)
    await cook.change(id, { notes: 'More lemon.' })
  })

  test.beforeEach(async ({ context, page: own }) => {
    ;[person, page] = [context, own]
    await cook.enter(person)
  })

  const open = async (path = '') => {
    await page.goto(`${BASE_URL}/recipes/${id}${path}`)
  }

  const ingredients = () => page.getByRole('region', { name: text('recipe.ingredients') })
  const line = (name: RegExp) => ingredients().getByRole('checkbox', { name })
  const servings = () => page.getByRole('textbox', { name: text('recipe.servings'), exact: true })
  const openScale = () => page.getByRole('button', { name: text('scale.options') }).click()

  test('servings scale by button, keyboard and factor', async () => {
    await open()
    await line(/^250 g red lentils/).waitFor()
    await page.getByRole('button', { name: text('scale.more') }).click()
    await page.getByRole('button', { name: text('scale.more') }).click()
    await line(/^375 g red lentils/).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?servings=6')
    await servings().fill('2')
    await servings().press('Enter')
    await line(/^125 g red lentils/).waitFor()
    await servings().press('ArrowUp')
    await expect.poll(() => servings().inputValue()).toBe('3')
    await servings().fill('lots')
    await page.getByText(text('scale.servingsWrong', { most: 999 })).waitFor()
    await servings().press('Escape')
    await openScale()
    await page.getByText('2×', { exact: true }).click()
    await line(/^500 g red lentils/).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?x=2')
  })

  test('recipe scales to the amount of one ingredient', async () => {
    await open()
    await openScale()
    await page.getByRole('button', { name: text('scale.other') }).click()
    await page.getByRole('combobox', { name: text('scale.ingredient') }).selectOption({ label: 'red lentils' })
    const have = page.getByRole('textbox', { name: text('scale.have'), exact: true })
    await have.fill('none')
    await have.press('Enter')
    await page.getByText(text('scale.haveWrong')).waitFor()
    await have.fill('100')
    await have.press('Enter')
    await line(/^100 g red lentils/).waitFor()
    await page.getByText('1×', { exact: true }).click()
    await line(/^250 g red lentils/).waitFor()
  })

  test('units convert both ways and are remembered', async () => {
    await open()
    await openScale()
    await page.getByText(text('units.us'), { exact: true }).click()
    await line(/^9 oz red lentils/).waitFor()
    await page.reload()
    await line(/^9 oz red lentils/).waitFor()
    await expect
      .poll(() => page.locator('[data-original="250 g"]').first().getAttribute('title'))
      .toBe(text('amount.original', { original: '250 g' }))
    await openScale()
    await page.getByText(text('units.original'), { exact: true }).click()
    await line(/^250 g red lentils/).waitFor()
  })

  test('step shows its ingredients', async () => {
    await open()
    await page.getByRole('button', { name: text('step.mark', { number: 3 }) }).click()
    await page.mouse.move(0, 0)
    const marked = ingredients().locator('li[data-used]')
    await marked.first().waitFor()
    await expect
      .poll(async () => (await marked.allTextContents()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual([expect.stringContaining('red lentils'), expect.stringContaining('vegetable stock')])
    const third = page
      .getByRole('region', { name: text('recipe.steps') })
      .getByRole('list', { name: text('step.ingredients') })
      .nth(2)
    await expect
      .poll(async () => ((await third.textContent()) ?? '').replace(/\s+/g, ' '))
      .toContain('250 g red lentils')
    await page.getByRole('button', { name: text('step.mark', { number: 3 }) }).click()
  })

  test('ticks survive a reload', async () => {
    await open()
    await line(/red lentils/).check()
    await page.reload()
    await line(/red lentils/).waitFor()
    await expect.poll(() => line(/red lentils/).isChecked()).toBe(true)
    await line(/red lentils/).uncheck()
  })

  test('note is saved, also after a network failure', async ({ newPerson }) => {
    const writer = await Guest.arrive()
    const own = await writer.write({ title: 'Soup', ingredients: [{ name: 'salt' }], instructions: ['Cook it.'] })
    person = await newPerson()
    await writer.enter(person)
    page = await person.newPage()
    await page.goto(`${BASE_URL}/recipes/${own}`)
    await page.getByRole('button', { name: text('notes.add') }).click()
    const box = page.getByRole('textbox', { name: text('notes.title') })
    await box.fill('More lemon.\n<b>Less</b> salt.')
    await goOffline(page)
    await page.getByRole('button', { name: text('notes.save'), exact: true }).click()
    await page.getByText(text('notes.offline')).waitFor()
    await person.setOffline(false)
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('More lemon.\n<b>Less</b> salt.')
    await page.getByRole('button', { name: text('notes.save'), exact: true }).click()
    await page.getByText('<b>Less</b> salt.').waitFor()
    await page.getByRole('button', { name: text('notes.edit'), exact: true }).waitFor()
  })

  test('recipe is accessible, also at 320 px', async () => {
    await open('?servings=6')
    await line(/^375 g red lentils/).waitFor()
    await openScale()
    await page.getByRole('button', { name: /1 ½×/ }).click()
    await takePictures(page, 'recipe-scaled')
    await expectAccessible(page, 'recipe')
    await expectNarrowEnough(page, 'recipe')
  })

  test('shared link can be read and saved by a stranger, without notes', async ({ newPerson }) => {
    await open('?servings=6')
    await page.getByText('More lemon.').waitFor()
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.share'), exact: true }).click()
    const link = await page.getByRole('textbox', { name: text('share.link'), exact: true }).inputValue()
    expect(link).toBe(`${BASE_URL}/recipes/${id}?servings=6`)
    await page.getByText(text('share.who')).waitFor()
    await expectAccessible(page, 'sharing')
    await page.keyboard.press('Escape')
    const stranger = await newPerson()
    const theirs = await stranger.newPage()
    // If the function is slow, the app's page is served; the JSON-LD is data, which the policy allows.
    const jsonLd = theirs.locator('head > script[type="application/ld+json"]')
    await expect.poll(() => theirs.goto(link).then(() => jsonLd.count())).toBe(1)
    expect(JSON.parse((await jsonLd.textContent()) ?? '')).toMatchObject({
      '@type': 'Recipe',
      url: `${BASE_URL}/recipes/${id}`,
    })
    await theirs.getByRole('checkbox', { name: /^375 g red lentils/ }).waitFor()
    expect(await theirs.getByText('More lemon.').count()).toBe(0)
    expect(await theirs.getByRole('heading', { name: text('notes.title') }).count()).toBe(0)
    await theirs.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await expect
      .poll(() => theirs.getByRole('menuitem').allTextContents())
      .toEqual([text('recipe.share'), text('tonight.add'), text('recipe.shop'), text('recipe.print')])
    await theirs.keyboard.press('Escape')
    await theirs.getByRole('button', { name: text('recipe.save') }).click()
    await theirs.waitForURL((url) => url.pathname.startsWith('/recipes/') && !url.pathname.includes(id))
    await theirs.getByRole('heading', { name: text('notes.title') }).waitFor()
  })

  test('print has one or two sheets with the shown amounts', async () => {
    await open('?servings=6')
    await line(/^375 g red lentils/).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByText('375 g').first().waitFor()
    for (const chrome of [
      page.getByRole('banner'),
      page.getByRole('link', { name: text('recipe.back'), exact: true }),
      page.getByRole('link', { name: text('recipe.cookMode') }),
      page.getByRole('button', { name: text('scale.more') }),
      page.getByRole('checkbox').first(),
      page.getByText(text('origin.fields')),
    ]) {
      await expect.poll(() => chrome.isVisible()).toBe(false)
    }
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe('rgb(255, 255, 255)')
    const sheets = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
    expect(sheets.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length).toBeLessThanOrEqual(2)
  })

  test('cook mode works by keyboard without a network and survives a reload', async () => {
    await open('?servings=6')
    await page.getByRole('link', { name: text('recipe.cookMode') }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    // The chunk is preloaded.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /CookPage/.test(name)))
    await goOffline(page)
    await page.getByRole('link', { name: text('recipe.cookMode') }).click()
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
    await page.reload()
    await page.locator('[data-step="2"]').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^375 g red lentils/ }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.getByText(text('cook.all'), { exact: true }).click()
    await expect
      .poll(() => page.getByRole('checkbox', { name: text('cook.stepDone', { number: 1 }) }).isChecked())
      .toBe(true)
    await takePictures(page, 'cook-all')
    await expectAccessible(page, 'all steps')
    await page.getByText(text('cook.one'), { exact: true }).click()
    await page.locator('[data-step="1"]').waitFor()
  })

  test('wake lock is taken again after switching apps', async () => {
    await countWakeLocks(person)
    await open('/cook')
    await page.locator('[data-wake="held"]').waitFor()
    const before = await wakeLocks(page)
    await page.evaluate(() => window.dispatchEvent(new Event('test-release-wake-lock')))
    await page.locator('[data-wake="lost"]').waitFor()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator('[data-wake="held"]').waitFor()
    await expect.poll(() => wakeLocks(page)).toBe(before + 1)
  })

  test('timers run through steps and a reload until they ring', async () => {
    await page.clock.install()
    await open('/cook')
    await page.locator('[data-step="1"]').waitFor()
    await page.getByRole('button', { name: text('timer.start', { label: '8 minutes' }) }).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: text('timer.start', { label: '15 minutes' }) }).click()
    const timers = page.locator('[data-timer]')
    await expect.poll(() => timers.count()).toBe(2)
    await page.getByRole('button', { name: new RegExp(text('timer.pause', { label: '.*15 minutes' })) }).click()
    await page.reload()
    await page.locator('[data-timer="paused"]').waitFor()
    await page.getByRole('button', { name: new RegExp(text('timer.resume', { label: '.*15 minutes' })) }).click()
    await takePictures(page, 'cook-timers')
    await expectAccessible(page, 'timers')
    await expectNarrowEnough(page, 'timers')
    await page.clock.fastForward('08:01')
    const rung = page.locator('[data-timer="over"]')
    await rung.waitFor()
    await expect.poll(() => timers.count()).toBe(2)
    await page.getByText(new RegExp(text('timer.over', { label: '.*8 minutes' }))).waitFor({ state: 'attached' })
    await expect.poll(() => page.title()).toContain(text('timer.over', { label: '' }).trim().replace(/:$/, ''))
    await page.getByRole('button', { name: new RegExp(text('timer.remove', { label: '.*8 minutes' })) }).click()
    await rung.waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^\d+:\d\d · /)
  })

  test('cook mode restarts and closes with Escape', async () => {
    await open('/cook?servings=6')
    await page.getByRole('checkbox', { name: /red lentils/ }).check()
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-step="2"]').waitFor()
    await page.getByRole('button', { name: text('cook.startOver') }).click()
    await page.locator('[data-step="1"]').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /red lentils/ }).isChecked()).toBe(false)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${BASE_URL}/recipes/${id}?servings=6`)
    await line(/^375 g red lentils/).waitFor()
  })
})

/** A fake wake lock that is counted and can be released, as when the app is in the background. */
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
