import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { launchBrowser, newPerson } from './browser'
import { pasteText } from './edit-form'
import { MyRecipes } from './my-recipes'

it('writes quickly in a recipe of 300 lines and 300 steps', async () => {
  const browser = await launchBrowser()
  try {
    const page = await (await newPerson(browser)).newPage()
    await new MyRecipes(page).open()
    await page.getByRole('button', { name: 'Write your own' }).click()
    await page.getByRole('button', { name: 'Add an ingredient' }).click()
    await pasteText(page, Array.from({ length: 299 }, (_, index) => `${index + 1} g ingredient ${index}`).join('\n'))
    await page.getByRole('button', { name: 'Add a step' }).click()
    await pasteText(page, Array.from({ length: 299 }, (_, index) => `Do thing ${index}.`).join('\n'))
    await page.getByRole('textbox', { name: 'Ingredient', exact: true }).nth(150).focus()
    const times = await keystrokes(page, 'abcdefghij')
    const median = times.toSorted((a, b) => a - b)[5] ?? 0
    process.stdout.write(
      `edit: keystroke to paint in 300 rows: median ${median.toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms\n`,
    )
    // The aim is 50 ms; the rest is for a machine that has other things to do.
    expect(median).toBeLessThan(200)
  } finally {
    await browser.close()
  }
})

/** From each key to the frame that shows it, in milliseconds. */
async function keystrokes(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keystrokeTimes: times })
    addEventListener(
      'keydown',
      () => {
        const begun = performance.now()
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => times.push(performance.now() - begun)
          channel.port2.postMessage(null)
        })
      },
      { capture: true },
    )
  })
  for (const [index, letter] of Array.from(text).entries()) {
    await page.keyboard.press(letter)
    await page.waitForFunction(
      (wanted) => (window as unknown as { keystrokeTimes: number[] }).keystrokeTimes.length === wanted,
      index + 1,
    )
  }
  return page.evaluate(() => (window as unknown as { keystrokeTimes: number[] }).keystrokeTimes)
}
