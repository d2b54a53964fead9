import { expect, it } from 'vitest'
import { parseUrl } from './parse-url'

it('parses addresses and returns null for invalid ones', () => {
  expect(parseUrl('https://example.com/soup')?.href).toBe('https://example.com/soup')
  expect(parseUrl('/soup', 'https://example.com')?.href).toBe('https://example.com/soup')
  expect(parseUrl('/soup')).toBeNull()
  expect(parseUrl('')).toBeNull()
})

it('parses non-ASCII letters on repeated calls', () => {
  for (let count = 0; count < 50_000; count += 1) parseUrl(`https://example.com/${count}`)
  expect(parseUrl('https://bücher.example/suppe')?.href).toBe('https://xn--bcher-kva.example/suppe')
})
