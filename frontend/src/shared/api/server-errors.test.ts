import { expect, it } from 'vitest'
import { Problem } from '../lib/errors'
import { problemOf } from './server-errors'

const server = (message: string) => ({ data: null, errors: [{ message, errorType: 'Lambda:Unhandled', path: ['x'] }] })

const rows: [string, unknown, string][] = [
  ['a code of the contract', server('ADDRESS_NOT_ALLOWED'), 'ADDRESS_NOT_ALLOWED'],
  ['a refusal', server('Unauthorized'), 'UNAUTHORIZED'],
  ['AppSync’s own refusal', server('Not Authorized to access createRecipe on type Mutation'), 'UNAUTHORIZED'],
  ['an unknown recipe', server('Recipe with id 0123 not found'), 'RECIPE_NOT_FOUND'],
  ['a copy of what is not there', server('Original recipe not found'), 'ORIGINAL_NOT_FOUND'],
  ['a conflict', server('CONFLICT'), 'CONFLICT'],
  ['a busy server', server('Zest is busy. Try again in a moment.'), 'BUSY'],
  ['a function that runs as often as it may', server('Rate Exceeded.'), 'BUSY'],
  [
    'too many requests, as the library wraps AppSync’s refusal',
    { data: {}, errors: [{ message: 'Unknown error', originalError: { name: 'ThrottlingException' } }] },
    'BUSY',
  ],
  ['a limit', server('LIMIT_REACHED: try again after 2026-11-22T14:05:00.000Z'), 'LIMIT_REACHED'],
  ['no caller', server('Authentication required for this operation'), 'AUTHENTICATION_REQUIRED'],
  ['a sentence that is not of the contract', server('java.lang.NullPointerException'), 'UNKNOWN'],
  ['a refused credential without a path', { errors: [{ message: 'Unauthorized' }] }, 'UNAUTHORIZED'],
  [
    'a lost network as the library wraps it',
    { data: {}, errors: [{ message: 'A network error has occurred.' }] },
    'OFFLINE',
  ],
  [
    'a front door without a gateway behind it',
    { data: {}, errors: [{ message: 'Unexpected token < in JSON' }] },
    'OFFLINE',
  ],
  [
    'a query that the schema does not allow any more',
    {
      data: null,
      errors: [
        {
          path: null,
          locations: [{ line: 2, column: 3, sourceName: null }],
          message: "Validation error of type FieldUndefined: Field 'x' in type 'Recipe' is undefined @ 'getRecipe/x'",
        },
      ],
    },
    'OUTDATED',
  ],
  [
    'a variable that cannot be coerced',
    {
      data: null,
      errors: [
        {
          path: null,
          locations: [{ line: 1, column: 9 }],
          message: "Variable 'id' has coerced Null value for NonNull type 'ID!'",
        },
      ],
    },
    'OUTDATED',
  ],
  ['a failed fetch', new TypeError('Failed to fetch'), 'OFFLINE'],
  ['a network error of the credentials', { name: 'NetworkError' }, 'OFFLINE'],
  ['a problem already', new Problem('CONFLICT'), 'CONFLICT'],
  ['anything else', 'what?', 'UNKNOWN'],
]
it.each(rows)('%s', (_, thrown, code) => {
  expect(problemOf(thrown).code).toBe(code)
})

it.each([
  ['the id of a recipe that is not there', server('Recipe with id 0123 not found'), '0123'],
  [
    'when there is more again',
    server('LIMIT_REACHED: try again after 2026-11-22T14:05:00.000Z'),
    '2026-11-22T14:05:00.000Z',
  ],
  ['the sentence of a refusal that has no code', server('title must not be empty'), 'title must not be empty'],
  ['no more of a sentence than a person reads', server('x'.repeat(10_000)), 'x'.repeat(300)],
  ['nothing of an error without a message', { errors: [{ errorType: 'Lambda:Unhandled' }] }, null],
  ['the first of several errors', { errors: [...server('first').errors, ...server('second').errors] }, 'first'],
])('hands on %s', (_, thrown, detail) => {
  expect(problemOf(thrown).detail).toBe(detail)
})
