import { expectAccessible } from './accessibility'
import { BASE_URL } from './browser'
import { Form, press } from './edit-form'
import { expect, test } from './fixtures'
import { text } from './text'

const CAKE = {
  title: 'Cake with cream',
  ingredients: [{ quantity: '200', unit: 'g', name: 'flour' }],
  instructions: ['Heat the oven.', 'Mix the flour.', 'Bake it.', 'Whip the cream.'],
  stepHeadings: [
    { step: 1, text: 'For the cake' },
    { step: 3, text: 'For the cream' },
  ],
}

test.describe('headings of steps', () => {
  test('stand above their steps on the page, in cook mode and in print', async ({ page, guest }) => {
    const id = await guest.write(CAKE)
    await page.goto(`${BASE_URL}/recipes/${id}`)
    const steps = page.getByRole('region', { name: text('recipe.steps') })
    await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['For the cake', 'For the cream'])
    // Numbers continue below a heading.
    await expect(steps.locator('ol').nth(2)).toHaveAttribute('start', '4')
    await expectAccessible(page, 'the steps with headings')

    await page.goto(`${BASE_URL}/recipes/${id}/cook`)
    await page.locator('[data-step="1"]').waitFor()
    await expect(page.getByText('For the cake')).toHaveCount(0)
    await press(page, 'ArrowRight', 'ArrowRight')
    await page.locator('[data-step="3"]').waitFor()
    await expect(page.getByText('For the cake')).toBeVisible()
    await expectAccessible(page, 'cook mode with a heading')

    await page.goto(`${BASE_URL}/recipes/${id}`)
    await page.getByRole('heading', { level: 1, name: CAKE.title }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect(steps.getByRole('heading', { level: 3 }).first()).toBeVisible()
  })

  test('are added, renamed, moved and deleted in the form, and steps move past them', async ({ page, guest }) => {
    const id = await guest.write(CAKE)
    const form = new Form(page)
    const rows = () => form.steps.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value))
    const handle = (name: string) => page.getByRole('button', { name: text('edit.row.move', { name }), exact: true })
    await form.open(id)
    await expect
      .poll(rows)
      .toEqual(['Heat the oven.', 'For the cake', 'Mix the flour.', 'Bake it.', 'For the cream', 'Whip the cream.'])
    await expectAccessible(page, 'the form with headings')

    // The step moves below the heading of its new section; the headings stay.
    await handle(`${text('edit.step', { number: 1 })}: Heat the oven.`).focus()
    await press(page, 'ArrowDown')
    await expect
      .poll(rows)
      .toEqual(['For the cake', 'Heat the oven.', 'Mix the flour.', 'Bake it.', 'For the cream', 'Whip the cream.'])
    await form.steps.nth(4).fill('Whipped cream')
    await handle('Whipped cream').focus()
    await press(page, 'ArrowUp')
    await page.getByRole('button', { name: text('edit.row.remove', { name: 'For the cake' }), exact: true }).click()
    await page.getByRole('button', { name: text('edit.steps.addHeading'), exact: true }).click()
    await page.keyboard.type('To serve')
    // A heading without a step is not saved.
    await form.saveButton.click()
    await page.getByText(text('edit.problem.HEADING_ALONE')).first().waitFor()
    await page.getByRole('button', { name: text('edit.steps.add'), exact: true }).click()
    await page.keyboard.type('Spread it.')
    await form.saved()

    const steps = page.getByRole('region', { name: text('recipe.steps') })
    await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['Whipped cream', 'To serve'])
    await expect(steps.locator('ol').first().locator('> li')).toHaveCount(2)
    await form.open(id)
    await expect
      .poll(rows)
      .toEqual([
        ...['Heat the oven.', 'Mix the flour.', 'Whipped cream', 'Bake it.', 'Whip the cream.'],
        ...['To serve', 'Spread it.'],
      ])
  })
})
