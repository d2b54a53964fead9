import { expect, it } from 'vitest'
import { handedOnBy } from './handed-on'

it.each([
  ['', null],
  ['sort=title', null],
  ['add=https://example.com/a', 'https://example.com/a'],
  ['url=https://example.com/a&text=Soup', 'https://example.com/a'],
  ['title=Soup&text=https://example.com/a', 'https://example.com/a'],
  ['title=Soup&text=&url=', 'Soup'],
  ['text=2%20leeks%0A1%20l%20stock', '2 leeks\n1 l stock'],
  // The parameter is present but empty.
  ['url=', ''],
])('%j hands on %j', (query, words) => {
  expect(handedOnBy(new URLSearchParams(query))).toBe(words)
})
