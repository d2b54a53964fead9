import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL } from './browser'
import { expect, test } from './fixtures'
import { goOffline } from './offline'
import { text } from './text'

const DOUGH = {
  title: 'Pizza dough',
  servings: 4,
  language: 'en',
  ingredients: [{ quantity: '500', unit: 'g', name: 'flour' }, { name: 'salt' }],
  instructions: ['Knead.'],
}
const PIZZA = {
  title: 'Pizza',
  servings: 2,
  language: 'en',
  ingredients: [
    { quantity: '2', unit: 'portions', name: 'pizza dough' },
    { quantity: '200', unit: 'g', name: 'mozzarella' },
  ],
  instructions: ['Bake.'],
}

test.describe('a linked recipe', () => {
  test('opens from its line, scaled, and only for the owner', async ({ page, guest, newPerson }) => {
    const dough = await guest.write(DOUGH)
    const pizza = await guest.write(PIZZA)
    await page.goto(`${BASE_URL}/recipes/${pizza}`)
    await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('recipe.link') }).click()
    await page.locator('select[name=line]').selectOption('0')
    await page.getByRole('searchbox', { name: text('linked.search') }).fill('pizzá dou')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: DOUGH.title })).toBeChecked()
    await page.getByRole('searchbox').fill('none of them')
    await page.locator('[data-found="0"]').waitFor()
    await page.getByRole('button', { name: text('linked.add') }).click()
    await page.locator('[data-link="0"]').waitFor()
    await expectAccessible(page, 'linked recipes')
    await expectNarrowEnough(page, 'linked recipes')
    await page.keyboard.press('Escape')

    // Four servings of the pizza need four portions of dough.
    await page.goto(`${BASE_URL}/recipes/${pizza}?servings=4`)
    const link = page.locator('[data-linked]')
    await expect(link).toHaveText(DOUGH.title)
    await expect(link).toHaveAttribute('href', `/recipes/${dough}`)
    await page.goto(`${BASE_URL}/recipes/${pizza}`)
    await link.click()
    await page.getByRole('heading', { level: 1, name: DOUGH.title }).waitFor()
    await page.getByRole('checkbox', { name: /^250 g flour/ }).waitFor()

    const other = await (await newPerson()).newPage()
    await other.goto(`${BASE_URL}/recipes/${pizza}`)
    await other.getByRole('checkbox', { name: /pizza dough/ }).waitFor()
    await expect(other.locator('[data-linked]')).toHaveCount(0)
  })

  test('can be set and removed offline', async ({ page, guest }) => {
    const dough = await guest.write(DOUGH)
    const pizza = await guest.write(PIZZA)
    const link = page.locator('[data-linked]')
    const open = async () => {
      await page.getByRole('button', { name: text('recipe.more'), exact: true }).click()
      await page.getByRole('menuitem', { name: text('recipe.link') }).click()
      await page.getByRole('searchbox', { name: text('linked.search') }).waitFor()
    }
    const online = async () => {
      await page.context().setOffline(false)
      await expect.poll(() => page.locator('[data-waits]').count(), { timeout: 60_000 }).toBe(0)
    }
    await page.goto(`${BASE_URL}/recipes/${pizza}`)
    // Loads the code of the dialog.
    await open()
    await page.keyboard.press('Escape')
    await goOffline(page)
    await open()
    await page.locator('select[name=line]').selectOption('0')
    await page.getByRole('searchbox').fill(DOUGH.title)
    await page.getByRole('radio', { name: DOUGH.title }).check()
    await page.getByRole('button', { name: text('linked.add') }).click()
    await page.locator('[data-link="0"]').waitFor()
    await page.keyboard.press('Escape')
    await expect(link).toHaveText(DOUGH.title)
    await page.locator('[data-waits]').waitFor()
    expect(await guest.linksOf(pizza)).toEqual([])
    await online()
    expect(await guest.linksOf(pizza)).toEqual([{ line: 0, recipe: dough }])
    await expect(link).toHaveText(DOUGH.title)

    await goOffline(page)
    await open()
    await page.locator('[data-link="0"]').getByRole('button').click()
    await expect(page.locator('[data-link]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(link).toHaveCount(0)
    await online()
    expect(await guest.linksOf(pizza)).toEqual([])
  })

  test('is named below its line in print, with its ingredients below the list', async ({ page, guest }) => {
    const dough = await guest.write(DOUGH)
    const pizza = await guest.write({ ...PIZZA, recipeLinks: [{ line: 0, recipe: dough }] })
    const printed = page.locator(`[data-printed="${pizza}"]`)
    const ingredients = page.locator(`[data-linked-ingredients="${dough}"]`)
    await page.goto(`${BASE_URL}/my-recipes/print`)
    await expect(printed).toContainText(DOUGH.title)
    await expect(printed.locator(ingredients)).toContainText('250 g flour')

    // Four servings of the pizza need four portions of dough.
    await page.goto(`${BASE_URL}/recipes/${pizza}?servings=4`)
    await expect(ingredients).toContainText('500 g flour')
    await expect(ingredients).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(ingredients).toBeVisible()
  })

  test('has its ingredients on the shopping list, in the amount of its line', async ({ page, guest }) => {
    const dough = await guest.write(DOUGH)
    const recipeLinks = [{ line: 0, recipe: dough }]
    const pizza = await guest.write({ ...PIZZA, recipeLinks })
    await page.goto(`${BASE_URL}/recipes/${pizza}`)
    await page.locator('[data-linked]').waitFor()
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    await page.locator(`[data-included="${dough}"]`).waitFor()
    await expect(page.locator('[data-item="flour"]')).toContainText('250')
    await expect(page.locator('[data-item="pizza dough"]')).toHaveCount(0)
    await expectAccessible(page, 'choosing what to buy for linked recipes')

    // A weight does not say how much of the recipe is needed.
    const ingredients = [{ quantity: '300', unit: 'g', name: 'pizza dough' }]
    const weighed = await guest.write({ ...PIZZA, title: 'Weighed pizza', ingredients, recipeLinks })
    await page.goto(`${BASE_URL}/recipes/${weighed}`)
    await page.locator('[data-linked]').waitFor()
    await page.getByRole('link', { name: text('recipe.shop'), exact: true }).click()
    await page.locator(`[data-unclear="${dough}"]`).waitFor()
    await expect(page.locator('[data-item="pizza dough"]')).toContainText('300')
    await expect(page.locator('[data-item="flour"]')).toHaveCount(0)
  })
})
