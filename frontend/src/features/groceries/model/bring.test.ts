import { expect, it } from 'vitest'
import { bringLink } from './bring'

it('names the page and the ratio of the servings', () => {
  const page = 'https://zest.example/fr/recipes/0123456789abcdef0123456789abcdef'
  const link = new URL(bringLink(page, '3/2'))
  expect(link.origin + link.pathname).toBe('https://api.getbring.com/rest/bringrecipes/deeplink')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    url: page,
    source: 'web',
    baseQuantity: '2',
    requestedQuantity: '3',
  })
  expect(new URL(bringLink(page, 'many')).searchParams.get('requestedQuantity')).toBe('1')
})
