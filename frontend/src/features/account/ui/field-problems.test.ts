import { expect, it } from 'vitest'
import { fieldMessages } from '../messages'
import { fieldProblem } from './field-problems'

const GOOD = 'Rhubarb-Pie 7'
type Row = [
  name: string,
  value: string,
  expected: keyof typeof fieldMessages | null,
  more?: { isNew?: boolean; password?: string },
]

const rows: Row[] = [
  ['email', '', 'emailMissing'],
  ['email', '   ', 'emailMissing'],
  ['username', 'maria', 'emailMalformed'],
  ['username', 'maria@', 'emailMalformed'],
  ['username', 'maria@example', 'emailMalformed'],
  ['username', 'maria@example.', 'emailMalformed'],
  ['username', 'maria@@example.com', 'emailMalformed'],
  ['username', 'maria @example.com', 'emailMalformed'],
  ['username', `${'m'.repeat(250)}@example.com`, 'emailMalformed'],
  ['username', ' maria@example.com ', null],
  ['email', 'maría+zest@niños.example', null],
  ['password', '', 'passwordMissing'],
  ['password', '', 'passwordMissing', { isNew: true }],
  // The rules are not checked at sign-in: an old password may follow another policy.
  ['password', 'short', null],
  ['password', 'short', 'passwordWeak', { isNew: true }],
  ['password', GOOD, null, { isNew: true }],
  ['confirm_password', '', 'passwordRepeatMissing', { password: GOOD }],
  ['confirm_password', `${GOOD} `, 'passwordsDiffer', { password: GOOD }],
  ['confirm_password', GOOD, null, { password: GOOD }],
  ['confirmation_code', '', 'codeMissing'],
  ['confirmation_code', '12345', 'codeMalformed'],
  ['confirmation_code', '12345a', 'codeMalformed'],
  ['confirmation_code', ' 012345 ', null],
  ['anything_else', '', null],
]

it.each(rows)('%s with %j: %s', (name, value, expected, { isNew = false, password = '' } = {}) => {
  expect(fieldProblem({ name, value, isNew, password })).toBe(expected === null ? null : fieldMessages[expected])
})
