import { expect, it } from 'vitest'
import { readSubmitted } from './submitted-text'

const RECIPE = 'Pancakes\n200 g flour\n2 eggs\nMix. Fry.'

it.each([
  ['an address', 'https://example.com/soup', { url: 'https://example.com/soup' }],
  ['an address in a message of two lines', 'Look:\nhttps://example.com/soup', { url: 'https://example.com/soup' }],
  ['a recipe', RECIPE, { text: RECIPE }],
  ['a recipe with the lines of another system', 'Soup\r\n1 onion', { text: 'Soup\r\n1 onion' }],
  ['a recipe that names its source', `${RECIPE}\nhttps://example.com`, { text: `${RECIPE}\nhttps://example.com` }],
  ['a recipe in one long line', `Mix ${'flour and eggs and '.repeat(5)}fry.`, { text: expect.any(String) }],
  ['white space around', `\n\n ${RECIPE}\n`, { text: RECIPE }],
  ['a word', 'soup', { problem: 'malformed' }],
  ['a few words', 'what my grandmother cooked', { problem: 'malformed' }],
  ['two addresses', 'https://a.example https://b.example', { problem: 'several' }],
  [
    'a list of named addresses',
    'Soup\nhttps://a.example\n\nCake\nhttps://b.example\nPie\nhttps://c.example',
    { problem: 'several' },
  ],
  ['a recipe with two links', `${RECIPE}\n1\n2\nhttps://a.example\nhttps://b.example`, { text: expect.any(String) }],
  ['a long address', `https://example.com/${'x'.repeat(300)}`, { url: `https://example.com/${'x'.repeat(300)}` }],
  ['nothing', ' \n ', { problem: 'empty' }],
])('reads %s', (_, pasted, expected) => {
  expect(readSubmitted(pasted)).toEqual(expected)
})
