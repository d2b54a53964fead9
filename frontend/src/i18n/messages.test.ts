import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { IMPORT_PROBLEMS } from '../lib/problem'
import { describeProblem, mayTryAgain, problemMessages } from './problem-messages'

const intl = createIntl({ locale: 'en', onError: () => undefined })

it('the extracted English messages are those of the code', () => {
  const extracted = execFileSync(
    'node_modules/.bin/formatjs',
    ['extract', 'src/**/*.{ts,tsx}', '--ignore', 'src/**/*.test.*', '--throws', '--format', 'simple'],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(readFileSync('src/i18n/messages/en.json', 'utf8'))).toEqual(JSON.parse(extracted))
})

describe('a problem', () => {
  it.each(IMPORT_PROBLEMS)('%s has a sentence that says what to do', (code) => {
    const sentence = describeProblem(intl, code, 'server prose')
    expect(sentence).toMatch(/\.$/)
    expect(sentence).toMatch(/try again|use the address|copy|open|look for/i)
  })

  it('that this build does not know is told in the server’s words, and without any in ours', () => {
    expect(describeProblem(intl, 'NEWER_THAN_US', 'The oven is too hot.')).toBe('The oven is too hot.')
    expect(describeProblem(intl, null, null)).toBe(problemMessages.UNKNOWN.defaultMessage)
    expect(describeProblem(intl, 'toString', null)).toBe(problemMessages.UNKNOWN.defaultMessage)
  })

  it('of the address itself is not worth another try', () => {
    expect(['INVALID_URL', 'ADDRESS_NOT_ALLOWED', 'TIMED_OUT', 'OFFLINE', null].map(mayTryAgain)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})
