import { describe, expect, it } from 'vitest'
import type { SignInProblem } from '../../lib/error-codes'
import { Problem } from '../../lib/errors'
import { userOf } from '../amplify/account'
import { googleProblemOf, signInProblemOf } from './sign-in-problem'

const thrown = (name: string, message = '') => Object.assign(new Error(message), { name })

describe('errors of the user pool', () => {
  const rows: [unknown, SignInProblem][] = [
    [thrown('NotAuthorizedException', 'Incorrect username or password.'), 'WRONG_PASSWORD'],
    [thrown('NotAuthorizedException', 'Password attempts exceeded'), 'TOO_OFTEN'],
    // The answer must not reveal whether an account exists.
    [thrown('UserNotFoundException', 'User does not exist.'), 'WRONG_PASSWORD'],
    [thrown('UsernameExistsException'), 'EXISTS'],
    [thrown('constructor'), 'UNKNOWN'],
    [thrown('CodeMismatchException'), 'CODE_WRONG'],
    [thrown('ExpiredCodeException'), 'CODE_EXPIRED'],
    [thrown('LimitExceededException'), 'TOO_OFTEN_THIS_HOUR'],
    [thrown('TooManyFailedAttemptsException'), 'TOO_OFTEN_THIS_HOUR'],
    [thrown('TooManyRequestsException'), 'TOO_OFTEN'],
    [thrown('InvalidPasswordException'), 'PASSWORD_TOO_WEAK'],
    [thrown('NetworkError', 'A network error has occurred.'), 'OFFLINE'],
    [new TypeError('Failed to fetch'), 'OFFLINE'],
    [new Problem('MAIL_FAILED'), 'MAIL_FAILED'],
    [thrown('SomethingNew'), 'UNKNOWN'],
    ['a text', 'UNKNOWN'],
    [undefined, 'UNKNOWN'],
  ]
  it.each(rows)('%s is %s', (error, problem) => {
    expect(signInProblemOf(error)).toBe(problem)
  })
})

describe('redirect without a code', () => {
  it.each([
    [thrown('OAuthSignInException', 'PreSignUp failed with error NOT_CONFIRMED.'), 'GOOGLE_NOT_LINKED'],
    [thrown('OAuthSignInException', 'Already found an entry for username Google_1234567890'), 'GOOGLE_JUST_LINKED'],
    [thrown('OAuthSignInException', 'access_denied'), 'GOOGLE_FAILED'],
    [new TypeError('Failed to fetch'), 'OFFLINE'],
    [undefined, 'GOOGLE_FAILED'],
  ])('%s is %s', (error, problem) => {
    expect(googleProblemOf(error)).toBe(problem)
  })
})

describe('user of an id token', () => {
  const claims = { sub: 's', email: 'maria@example.com', name: 'Maria', 'cognito:username': 's' }

  it('has a name, an email and a password', () => {
    expect(userOf(claims)).toEqual({
      sub: 's',
      email: 'maria@example.com',
      name: 'Maria',
      admin: false,
      hasPassword: true,
    })
  })

  it.each([
    [{ name: '  ' }, { name: null }],
    [{ name: undefined }, { name: null }],
    [{ 'cognito:groups': ['Admin'] }, { admin: true }],
    [{ 'cognito:groups': ['administrators'] }, { admin: false }],
    [{ 'cognito:groups': 'Admin' }, { admin: false }],
    [{ 'cognito:username': 'Google_1234' }, { hasPassword: false }],
  ])('%j says %j', (more, expected) => {
    expect(userOf({ ...claims, ...more })).toMatchObject(expected)
  })

  it.each([{ sub: undefined }, { email: undefined }])('is nobody without %j', (more) => {
    expect(userOf({ ...claims, ...more })).toBeNull()
  })
})
