import { expect, it } from 'vitest'
import { feedbackDraft, takeWishToSend } from './draft'
import { isEmailOrNothing, lengthOf, MAX_TEXT, messageProblem } from './feedback'
import { handOver } from './hand-over'

it('counts characters as the server does', () => {
  expect([lengthOf(' soup '), lengthOf('🍲🍲'), lengthOf('')]).toEqual([4, 2, 0])
  expect(messageProblem('🍲'.repeat(MAX_TEXT))).toBeNull()
  expect(messageProblem('🍲'.repeat(MAX_TEXT + 1))).toBe('long')
  expect(messageProblem(' \n ')).toBe('empty')
})

it.each([
  ['', true],
  [' ann@zest.example ', true],
  ['ann', false],
  ['ann@zest', false],
  ['ann@zest.', false],
  ['ann smith@zest.example', false],
  [`${'a'.repeat(242)}@zest.example`, false],
])('tells whether %j is an address, or nothing', (email, isFine) => {
  expect(isEmailOrNothing(email)).toBe(isFine)
})

it('hands over feedback of the public page, to be sent once', () => {
  expect(handOver('QUESTION', 'Is it soup?', 'ann@zest.example')).toBe(true)
  const stored = feedbackDraft()
  expect(stored.read()).toMatchObject({ type: 'QUESTION', message: 'Is it soup?', email: 'ann@zest.example' })
  expect([takeWishToSend(), takeWishToSend()]).toEqual([true, false])
  handOver('QUESTION', ' ', '')
  expect(takeWishToSend()).toBe(false)
  handOver('SPAM', 'of a type that nobody knows', '')
  expect(stored.read()).toBeNull()
})
