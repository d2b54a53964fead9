import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { IMPORT_PROBLEMS, mayTryAgain, Problem, type ProblemCode } from '../lib/errors'
import { aCard } from '../lib/test-support'
import type { Situation } from './call-problem-messages'
import en from './messages/en.json'
import es from './messages/es.json'
import fr from './messages/fr.json'
import { describeImportProblem, describeProblem } from './problem-messages'

const intl = createIntl({ locale: 'en', onError: () => undefined })

it.each([
  ['src/shared/i18n/messages/en.json', ['src/**/*.{ts,tsx}', '--ignore', 'src/site/**']],
  // Public pages are prerendered, so their messages are not part of the app.
  ['src/site/messages/en.json', ['src/site/**/*.{ts,tsx}']],
])('the extracted English messages in %s are those of the code', (file, sources) => {
  const extracted = execFileSync(
    'node_modules/.bin/formatjs',
    ['extract', ...sources, '--ignore', 'src/**/*.test.*', '--throws', '--format', 'simple'],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(extracted))
})

describe('problem', () => {
  it.each(IMPORT_PROBLEMS)('%s has a sentence that says what to do', (code) => {
    const sentence = describeProblem(intl, 'import', { code, detail: 'server prose' })
    expect(sentence).toMatch(/\.$/)
    expect(sentence).toMatch(/try again|use (the|a) |use a page|copy|open|look for|check/i)
  })

  it.each(['NEWER_THAN_US', null, 'toString'])('%o, which this build does not know, is told as what failed', (code) => {
    expect(describeProblem(intl, 'import', { code })).toBe(en['problem.UNKNOWN'])
  })

  it('an invalid address is not worth a retry', () => {
    expect(['INVALID_URL', 'ADDRESS_NOT_ALLOWED', 'TIMED_OUT', 'OFFLINE', null].map(mayTryAgain)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})

describe('the recipe store uses fixed messages', () => {
  const rows: [ProblemCode, string | null, string][] = [
    ['MODEL_NOT_AVAILABLE', null, 'Recipe model not available'],
    ['CREATE_FAILED', null, 'Error creating recipe'],
    ['CREATE_EMPTY', null, 'No recipe data returned from create operation'],
    ['GET_FAILED', null, 'Error getting recipe'],
    ['RECIPE_NOT_FOUND', 'abc', 'Recipe with id abc not found'],
    ['UPDATE_FAILED', null, 'Error updating recipe'],
    ['UPDATE_EMPTY', null, 'No data returned from update operation'],
    ['CREATE_BLANK_FAILED', null, 'Error creating blank recipe'],
    ['CREATE_BLANK_EMPTY', null, 'No recipe data returned from create blank recipe operation'],
    ['ORIGINAL_NOT_FOUND', null, 'Original recipe not found'],
    ['COPY_FAILED', null, 'Error copying recipe'],
    ['COPY_EMPTY', null, 'No recipe data returned from copy operation'],
    ['DELETE_FAILED', null, 'Error deleting recipe'],
    ['UNAUTHORIZED', null, 'Unauthorized'],
    ['AUTHENTICATION_REQUIRED', null, 'Authentication required for this operation'],
  ]
  it.each(rows)('%s %o as “%s”', (code, detail, sentence) => {
    expect(describeProblem(intl, 'show', new Problem(code, detail))).toBe(sentence)
  })
})

describe('message by situation', () => {
  const situations: [Situation, string][] = [
    ['import', en['problem.UNKNOWN']],
    ['upload', en['problem.UNKNOWN']],
    ['retry', en['problem.UNKNOWN']],
    ['show', 'Error getting recipe'],
    ['save', 'Error updating recipe'],
    ['note', 'Error updating recipe'],
    ['blank', 'Error creating blank recipe'],
    ['copy', 'Error copying recipe'],
    ['delete', 'Error deleting recipe'],
    ['account', en['problem.UNKNOWN.account']],
    ['export', en['problem.UNKNOWN.export']],
    ['print', en['problem.UNKNOWN.print']],
  ]

  it.each(situations)('%s says what failed where nobody else does: “%s”', (situation, sentence) => {
    expect(describeProblem(intl, situation, { code: 'UNKNOWN' })).toBe(sentence)
  })

  it.each(situations)('%s speaks of a kept address only where an address was submitted', (situation) => {
    const sentence = describeProblem(intl, situation, new Problem('OFFLINE'))
    expect(sentence).toMatch(/^Can’t reach Zest\b/)
    expect(sentence.includes('your link')).toBe(situation === 'import')
    expect(sentence.includes('Your files')).toBe(situation === 'upload')
  })

  it.each([
    ['an address', {}, en['problem.OFFLINE']],
    ['a picture', { pictureSubmissionUUID: 'p' }, en['problem.OFFLINE.upload']],
    ['a file', { fileSubmissionUUID: 'f' }, en['problem.OFFLINE.upload']],
  ])('of %s that cannot be sent says what of it is kept', (_, from, sentence) => {
    expect(describeImportProblem(intl, aCard({ errorCode: 'OFFLINE', ...from }))).toBe(sentence)
  })

  const languages = [
    ['en', en],
    ['es', es],
    ['fr', fr],
  ] as const
  it.each(
    languages.flatMap(([locale, messages]) => situations.map(([situation]) => ({ locale, messages, situation }))),
  )('$situation: who reads $locale is not told the server’s words', ({ locale, messages, situation }) => {
    const theirs = createIntl({ locale, messages })
    const sentence = describeProblem(theirs, situation, { code: 'NEWER_THAN_US', detail: 'The oven is too hot.' })
    expect(Object.values<string>(messages)).toContain(sentence)
  })
})
