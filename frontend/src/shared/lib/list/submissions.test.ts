import { expect, it } from 'vitest'
import { cardOfSubmission, SUBMISSION } from './submissions'

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

it('a stored submission is read as pending', () => {
  const submission = SUBMISSION(stored)
  expect(submission).toMatchObject({ problem: null, source: 'https://a.example/' })
  if (submission !== undefined) {
    expect(cardOfSubmission(submission).status).toBe('PENDING')
    expect(cardOfSubmission({ ...submission, problem: 'OFFLINE' }).status).toBe('FAILED')
  }
})
