import { expectAccessible } from './accessibility'
import { BASE_URL, takePictures } from './browser'
import { expect, test } from './fixtures'
import { balanceIs, becomeMember } from './members'
import { text } from './text'
import { cardHtml, drawPages } from './uploads'

const TEXT = 'Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nPreparation\nCut the leeks.\nSimmer them in the stock.'

test.describe('personal tokens', () => {
  test('member creates a token, sees it once, uses and revokes it', async ({ page, request }) => {
    const button = (id: string) => page.getByRole('button', { name: text(id), exact: true })
    const dialog = page.getByRole('dialog')
    const extract = async (token: string) =>
      (
        await request.post(`${BASE_URL}/api/extract`, {
          headers: { authorization: `Bearer ${token}` },
          data: { text: TEXT },
        })
      ).status()
    await becomeMember(page, 'tokens')
    await page.goto(`${BASE_URL}/profile`)
    await button('tokens.manage').click()
    await page.getByText(text('tokens.none')).waitFor()
    await button('tokens.create').click()
    await dialog.getByRole('button', { name: text('tokens.create'), exact: true }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: text('tokens.nameMissing') })
      .waitFor()
    await dialog.getByLabel(text('tokens.name'), { exact: true }).fill('Kitchen robot')
    await expectAccessible(page, 'new token')
    await takePictures(page, 'new-token')
    await dialog.getByRole('button', { name: text('tokens.create'), exact: true }).click()
    const token = await dialog.getByLabel(text('tokens.created.label'), { exact: true }).inputValue()
    expect(token).toMatch(/^zest_[\w-]{43}$/)
    await expectAccessible(page, 'created token')
    await button('tokens.done').click()
    await dialog.waitFor({ state: 'detached' })
    await expect(page.locator('[data-token]')).toHaveCount(1)
    await page.getByText(text('tokens.unused')).waitFor()
    expect(await page.content()).not.toContain(token)

    expect(await extract(token)).toBe(200)
    await page.reload()
    await button('tokens.manage').click()
    await page.locator('[data-token]').filter({ hasText: 'Kitchen robot' }).waitFor()
    await expect(page.getByText(text('tokens.unused'))).toHaveCount(0)
    await takePictures(page, 'tokens')

    await page.locator('[data-token]').getByRole('button').click()
    await dialog.getByRole('button', { name: text('tokens.revoke'), exact: true }).click()
    await page.getByText(text('tokens.none')).waitFor()
    expect(await extract(token)).toBe(401)
  })

  test('program extracts a photo for a credit', async ({ browser, page, request }) => {
    await becomeMember(page, 'photos')
    await balanceIs(page, 10)
    const session = await page.evaluate(() =>
      Object.entries(localStorage)
        .find(([key]) => key.endsWith('.idToken'))
        ?.at(1),
    )
    const created = await request.post(`${BASE_URL}/api/tokens`, {
      headers: { authorization: session ?? '' },
      data: { name: 'Kitchen robot', scopes: ['extract'] },
    })
    const { secret } = (await created.json()) as { secret: string }
    const html = cardHtml('Leek soup', ['2 leeks', '1 l stock', '1 tsp salt'], ['Cut the leeks.', 'Simmer them.'])
    const photos = (await drawPages(browser, [{ name: 'soup.png', html }])).map(({ buffer }) =>
      buffer.toString('base64'),
    )
    const answer = await request.post(`${BASE_URL}/api/extract`, {
      headers: { authorization: `Bearer ${secret}` },
      data: { photos },
    })
    expect(answer.status()).toBe(200)
    const { recipe } = (await answer.json()) as { recipe: { title: string; ingredients: unknown[] } }
    expect([recipe.title, recipe.ingredients.length]).toEqual(['Leek soup', 3])
    await balanceIs(page, 9)
  })
})
