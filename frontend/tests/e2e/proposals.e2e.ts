import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNarrowEnough } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { becomeMember } from './members'
import { demoPage } from './my-recipes'
import { text } from './text'

interface ToolAnswer {
  readonly result: { readonly isError?: boolean; readonly structuredContent: Readonly<Record<string, unknown>> }
}

test.describe('proposal of a program', () => {
  const proposals = (page: Page) => page.locator('[data-proposal]')
  const button = (page: Page, id: string) => proposals(page).getByRole('button', { name: text(id), exact: true })
  const ingredients = (page: Page) =>
    page.locator('article[data-status="SUCCESS"]').getByRole('region', { name: text('recipe.ingredients') })

  /** A new member whose program imports the carrot cake and proposes these wishes; returns the recipe's path. */
  const propose = async (page: Page, request: APIRequestContext, ...wishes: string[]): Promise<string> => {
    await becomeMember(page, 'proposals')
    const session = await page.evaluate(() =>
      Object.entries(localStorage)
        .find(([key]) => key.endsWith('.idToken'))
        ?.at(1),
    )
    const created = await request.post(`${BASE_URL}/api/tokens`, {
      headers: { authorization: session ?? '' },
      data: { name: 'Kitchen robot', scopes: ['import', 'propose', 'read'] },
    })
    const { secret } = (await created.json()) as { secret: string }
    const use = async (name: string, args: object) => {
      const answer = await request.post(`${BASE_URL}/api/mcp`, {
        headers: { authorization: `Bearer ${secret}` },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      })
      const { result } = (await answer.json()) as ToolAnswer
      expect(result.isError ?? false).toBe(false)
      return result.structuredContent
    }
    const { path } = await demoPage('carrot-cake')
    const { id } = await use('import_recipe', { url: `${BASE_URL}${path}` })
    await expect.poll(async () => (await use('read_recipe', { id }))['status']).toBe('SUCCESS')
    for (const wish of wishes) await use('propose_change', { id, wish })
    return `/recipes/${String(id)}`
  }

  test('is found in the list, changes nothing before it is accepted, and is gone afterwards', async ({
    page,
    request,
  }) => {
    const path = await propose(page, request, 'vegan')
    await page.goto(`${BASE_URL}/my-recipes`)
    const notice = page.locator('[data-proposals]')
    await notice.waitFor()
    await expectAccessible(page, 'list with a proposal')
    await takePictures(page, 'list-with-a-proposal')
    await notice.getByRole('link').click()
    await page.waitForURL((url) => url.pathname === path)
    const before = await ingredients(page).textContent()
    await expect(proposals(page)).toHaveCount(1)
    await expect(proposals(page)).toContainText('Kitchen robot')
    await expect(proposals(page)).toContainText('vegan')
    await button(page, 'proposal.show').click()
    await proposals(page).locator('[data-patch="open"]').waitFor()
    await expectAccessible(page, 'proposal of a program')
    await takePictures(page, 'proposal')
    expect(await ingredients(page).textContent()).toBe(before)
    const settled = page.waitForResponse((response) => response.url().includes('/api/proposals/'))
    await button(page, 'patch.acceptAll').click()
    await proposals(page).locator('[data-patch="applied"]').waitFor()
    await expect.poll(() => ingredients(page).textContent()).not.toBe(before)
    expect((await settled).status()).toBe(200)
    const listed = page.waitForResponse((response) => response.url().endsWith('/api/proposals'))
    await page.reload()
    expect(await (await listed).json()).toEqual({ proposals: [] })
    await expect(proposals(page)).toHaveCount(0)
  })

  test('is discarded on a narrow phone, and others stay', async ({ newPerson, request }) => {
    const person = await newPerson({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
    const page = await person.newPage()
    await page.goto(BASE_URL + (await propose(page, request, 'vegan', 'US units')))
    const before = await ingredients(page).textContent()
    await expect(proposals(page)).toHaveCount(2)
    await expectNarrowEnough(page, 'proposals of programs')
    await proposals(page)
      .filter({ hasText: 'vegan' })
      .getByRole('button', { name: text('proposal.discard'), exact: true })
      .tap()
    await expect(proposals(page)).toHaveCount(1)
    await page.reload()
    await expect(proposals(page)).toHaveCount(1)
    await expect(proposals(page)).toContainText('US units')
    expect(await ingredients(page).textContent()).toBe(before)
  })
})
