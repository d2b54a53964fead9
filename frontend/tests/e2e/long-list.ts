import type { BrowserContext, Page, Request } from '@playwright/test'
import { BASE_URL } from './browser'

interface Card {
  readonly id: string
  readonly title: string | null
  readonly createdAt: string
}

const PAGE_SIZE = 200
/** Milliseconds between two recipes. */
const APART_MS = 7 * 60_000

/** The guest with thousands of recipes from `make bench-list`. */
export function plantedGuest(): string {
  const identity = process.env['LIST_IDENTITY'] ?? ''
  if (identity === '') throw new Error('LIST_IDENTITY names no guest: run make bench-list')
  return identity
}

/**
 * A page of this guest after the whole list has loaded once. A list of LIST_RECIPES recipes, if that is more, consists
 * of copies, because the local cloud takes seconds for a page of 100,000.
 */
export async function arrive(person: BrowserContext, identity: string): Promise<Page> {
  const page = await person.newPage()
  const config: { identityPoolId: string } = await (await person.request.get(`${BASE_URL}/config.json`)).json()
  await page.goto(`${BASE_URL}/404.html`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `com.amplify.Cognito.${config.identityPoolId}.identityId`,
    identity,
  ] as const)
  const answers: Promise<readonly Card[]>[] = []
  page.on('response', (response) => {
    if (isListing(response.request())) answers.push(response.json().then(({ data }) => data.listRecipes.items))
  })
  await page.goto(`${BASE_URL}/my-recipes`)
  await whole(page)
  page.removeAllListeners('response')
  const cards = new Map((await Promise.all(answers)).flat().map((card) => [card.id, card]))
  const wanted = Number(process.env['LIST_RECIPES'] ?? 0)
  if (wanted > cards.size) await serveCopies(person, [...cards.values()], wanted)
  return page
}

export const whole = (page: Page) => page.locator('[data-synced="true"]').waitFor({ timeout: 120_000 })

function isListing(request: Request): boolean {
  return request.postData()?.includes('ListRecipes') === true
}

/** Answers requests for the list with `count` recipes: copies of the cards, which are sorted newest first. */
async function serveCopies(person: BrowserContext, cards: readonly Card[], count: number): Promise<void> {
  await person.route('**/graphql', async (route) => {
    if (!isListing(route.request())) return route.continue()
    const { variables } = route.request().postDataJSON() as { variables: { nextToken?: string | null } }
    const from = Number(variables.nextToken ?? 0)
    const items = cards.slice(from % cards.length).slice(0, Math.min(PAGE_SIZE, count - from))
    const next = from + items.length
    const nextToken = next < count ? String(next) : null
    const listRecipes = { items: items.map((card) => copyOf(card, Math.floor(from / cards.length), cards)), nextToken }
    await route.fulfill({ json: { data: { listRecipes } } })
  })
}

function copyOf(card: Card, round: number, cards: readonly Card[]): Card {
  const earlier = round * cards.length * APART_MS
  return {
    ...card,
    id: card.id.slice(0, -4) + round.toString(16).padStart(4, '0'),
    title: `${card.title} ${round}`,
    createdAt: new Date(Date.parse(card.createdAt) - earlier).toISOString(),
  }
}
