import type { Locator, Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { text } from './text'

export class Form {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`${BASE_URL}/recipes/${id}/edit`)
    await this.title.waitFor()
    await this.page.locator('[data-connection="connected"]').waitFor()
  }

  get title(): Locator {
    return this.page.getByLabel(text('edit.field.title'), { exact: true })
  }

  get ingredients(): Locator {
    return this.page.getByRole('list', { name: text('edit.field.ingredients') }).locator('> li')
  }

  get steps(): Locator {
    return this.page.getByRole('list', { name: text('edit.field.instructions') }).getByRole('textbox')
  }

  get saveButton(): Locator {
    return this.page.getByRole('button', { name: text('edit.save'), exact: true })
  }

  /** Waits for the form's status. */
  async stands(state: string): Promise<void> {
    await this.page.locator(`[data-save="${state}"]`).waitFor({ state: 'attached' })
  }

  /** Ingredient names in order. */
  names(): Promise<string[]> {
    return this.page
      .getByRole('list', { name: text('edit.field.ingredients') })
      .locator('input[data-part="name"]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  }

  async saved(): Promise<void> {
    await this.saveButton.click()
    await this.page.waitForURL(/\/recipes\/[0-9a-f]{32}$/)
  }
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}
