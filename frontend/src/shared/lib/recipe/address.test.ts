import { expect, it } from 'vitest'
import { safeLink, siteOf } from './address'

it('the site is the host without www', () => {
  expect(siteOf('https://www.example.com/soup?x')).toBe('example.com')
  expect(siteOf('http://localhost:3000/demo')).toBe('localhost:3000')
  expect(siteOf('not an address')).toBeNull()
})

it('only web addresses become links', () => {
  expect(safeLink('https://example.com/')).toBe('https://example.com/')
  expect(safeLink('javascript:alert(1)')).toBeNull()
  expect(safeLink(null)).toBeNull()
})
