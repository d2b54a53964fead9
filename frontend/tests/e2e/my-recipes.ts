import { expect, type Locator, type Page } from '@playwright/test'
import { BASE_URL } from './browser'
import { text } from './text'

/** A demo page in /demo/index.json. */
export interface DemoPage {
  title: string
  path: string
  language: string
  /** Markup format, or "no recipe". */
  kind: string
}

/** Demo pages with and without a recipe. */
export async function demoKitchen(): Promise<{ recipes: DemoPage[]; without: DemoPage }> {
  const response = await fetch(`${BASE_URL}/demo/index.json`)
  const pages = ((await response.json()) as DemoPage[]).map((page) => ({
    ...page,
    path: new URL(page.path, `${BASE_URL}/demo/`).pathname,
  }))
  const without = pages.find(({ kind }) => kind === 'no recipe')
  if (without === undefined) throw new Error('the demo kitchen has no page without a recipe')
  return { recipes: pages.filter((page) => page !== without), without }
}

/** The demo page whose address contains this text. */
export async function demoPage(name: string): Promise<DemoPage> {
  const { recipes } = await demoKitchen()
  const page = recipes.find(({ path }) => path.includes(name))
  if (page === undefined) throw new Error(`the demo kitchen has no ${name}`)
  return page
}

/** Page object of the list. */
export class MyRecipes {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto(`${BASE_URL}/my-recipes`)
    await this.live()
  }

  /** Waits until the list is complete and live. */
  async live(timeoutMs = 60_000): Promise<void> {
    await this.page.locator('[data-connection="connected"]').waitFor({ timeout: timeoutMs })
    // The connection outlives the page: after returning from a recipe, the list may not be shown yet.
    await this.page.locator('[data-synced="true"]').waitFor({ timeout: timeoutMs })
  }

  get box(): Locator {
    return this.page.getByLabel(text('urlBox.label'))
  }

  get cards(): Locator {
    return this.page.locator('article[data-recipe]')
  }

  withStatus(status: 'PENDING' | 'SUCCESS' | 'FAILED'): Locator {
    return this.page.locator(`article[data-status="${status}"]`)
  }

  async paste(words: string): Promise<void> {
    await this.box.fill(words)
    await this.box.press('Enter')
  }

  /** Imports a demo page; with a non-empty list, the demo pages are behind a disclosure. */
  async pick(path: string): Promise<void> {
    const button = this.page.locator(`[data-demo="${path}"]`)
    const disclosure = this.page.getByText(text('demo.more'), { exact: true })
    await button.or(disclosure).first().waitFor()
    if (!(await button.isVisible())) await disclosure.click()
    await button.click()
  }

  /** Imports a demo page and opens its recipe. */
  async importAndOpen({ path, title }: DemoPage): Promise<void> {
    await this.box.waitFor()
    const before = await this.withStatus('SUCCESS').count()
    await this.paste(`${BASE_URL}${path}`)
    await this.count('SUCCESS', before + 1)
    await this.page.getByRole('link', { name: title }).first().click()
    await this.page.locator('article[data-status="SUCCESS"]').getByRole('heading', { level: 1, name: title }).waitFor()
  }

  /** Ids of the shown cards, newest first. */
  ids(): Promise<string[]> {
    return this.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-recipe') ?? ''))
  }

  /** Waits for this many cards with a status; the failure lists the cards. */
  async count(status: 'PENDING' | 'SUCCESS' | 'FAILED', count: number): Promise<void> {
    try {
      await this.page.waitForFunction(
        ([selector, wanted]) => document.querySelectorAll(selector).length === wanted,
        [`article[data-status="${status}"]`, count] as const,
        { timeout: 60_000 },
      )
    } catch (cause) {
      throw new Error(`waited for ${count} × ${status}, found ${await this.#whatIsThere()}`, { cause })
    }
  }

  /** Status and reason of each card, and the page's alerts. */
  async #whatIsThere(): Promise<string> {
    const cards = await this.cards.evaluateAll((found) =>
      found.map((card) =>
        [card.getAttribute('data-status'), card.querySelector('[data-reason]')?.getAttribute('data-reason')]
          .filter(Boolean)
          .join(' '),
      ),
    )
    return [...cards, ...(await this.page.getByRole('alert').allInnerTexts())].join(', ')
  }
}

/** Waits until two lists show the same cards in the same order. */
export async function expectSame(one: MyRecipes, other: MyRecipes): Promise<void> {
  await expect.poll(async () => JSON.stringify(await one.ids()) === JSON.stringify(await other.ids())).toBe(true)
}
