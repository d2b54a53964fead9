import { expect, it } from 'vitest'
import { backOffMs } from './browser/back-off'
import { PENDING_DELETION } from './list/deletions'
import { cardOfSubmission, SUBMISSION } from './list/submissions'
import { safeLink, siteOf } from './recipe/address'
import { hoursAndMinutes } from './recipe/minutes'
import { newRecipeId } from './recipe/recipe-id'

it('a recipe id is 128 random bits in lowercase hexadecimal', () => {
  const counting = (bytes: Uint8Array) => bytes.set(Array.from(bytes, (_, index) => index * 16 + 10))
  expect(newRecipeId(counting)).toBe('0a1a2a3a4a5a6a7a8a9aaabacadaeafa')
  expect(newRecipeId()).toMatch(/^[0-9a-f]{32}$/)
  expect(newRecipeId()).not.toBe(newRecipeId())
})

it('a back-off doubles, ends at its most, and is spread over its upper half', () => {
  expect([0, 1, 2, 3, 9].map((attempt) => backOffMs(attempt, 500, 4000, 0))).toEqual([250, 500, 1000, 2000, 2000])
  expect([0, 1, 2, 3, 9].map((attempt) => backOffMs(attempt, 500, 4000, 0.999))).toEqual([500, 1000, 1999, 3998, 3998])
})

it('a site is its host as people say it', () => {
  expect(siteOf('https://www.example.com/soup?x')).toBe('example.com')
  expect(siteOf('http://localhost:3000/demo')).toBe('localhost:3000')
  expect(siteOf('not an address')).toBeNull()
})

it('only web addresses become links', () => {
  expect(safeLink('https://example.com/')).toBe('https://example.com/')
  expect(safeLink('javascript:alert(1)')).toBeNull()
  expect(safeLink(null)).toBeNull()
})

it('minutes are split into hours and minutes', () => {
  expect(hoursAndMinutes(75)).toEqual({ hours: 1, minutes: 15 })
})

const stored = {
  id: '0123456789abcdef0123456789abcdef',
  url: 'https://a.example/',
  language: 'en',
  createdAt: '2026-11-21T08:00:00Z',
}
it.each([
  ['no object', 'text'],
  ['a wrong id', { ...stored, id: 'x' }],
  ['no address', { ...stored, url: 7 }],
  ['no date', { ...stored, createdAt: 'yesterday' }],
  ['an unknown language', { ...stored, language: 'xx' }],
])('a stored submission with %s is left out', (_, value) => {
  expect(SUBMISSION(value)).toBeUndefined()
})

it('a stored submission is sent again as pending', () => {
  const submission = SUBMISSION(stored)
  expect(submission).toMatchObject({ problem: null, source: 'https://a.example/' })
  if (submission !== undefined) {
    expect(cardOfSubmission(submission).status).toBe('PENDING')
    expect(cardOfSubmission({ ...submission, problem: 'OFFLINE' }).status).toBe('FAILED')
  }
})

it('a stored deletion is another visit’s, and anything else is none', () => {
  expect(PENDING_DELETION({ id: 'a', title: 'Soup', askedAt: 5 })).toEqual({
    id: 'a',
    batch: 'a',
    title: 'Soup',
    askedAt: 5,
    here: false,
    sentOnLeaving: false,
  })
  expect(PENDING_DELETION({ id: 'a' })).toBeUndefined()
})
