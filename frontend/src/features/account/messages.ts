import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { SignInProblem } from '../../shared/lib/error-codes'

/** Error text for each sign-in problem. */
export const signInMessages: Record<SignInProblem, MessageDescriptor> = defineMessages({
  WRONG_PASSWORD: {
    id: 'signIn.WRONG_PASSWORD',
    defaultMessage:
      'That e-mail address and password do not go together. Check both for typing errors, or set a new password.',
  },
  EXISTS: {
    id: 'signIn.EXISTS',
    defaultMessage: 'There is already an account with this e-mail address. Sign in instead, or set a new password.',
  },
  CODE_WRONG: {
    id: 'signIn.CODE_WRONG',
    defaultMessage: 'This is not the code that we sent. Take the one from the newest e-mail.',
  },
  CODE_EXPIRED: {
    id: 'signIn.CODE_EXPIRED',
    defaultMessage: 'This code is no longer valid. Have a new one sent to you.',
  },
  TOO_OFTEN: {
    id: 'signIn.TOO_OFTEN',
    defaultMessage: 'That was tried too often. Wait a quarter of an hour and try again.',
  },
  TOO_OFTEN_THIS_HOUR: {
    id: 'signIn.TOO_OFTEN_THIS_HOUR',
    defaultMessage: 'That was tried too often. Wait an hour and try again.',
  },
  PASSWORD_TOO_WEAK: {
    id: 'signIn.PASSWORD_TOO_WEAK',
    defaultMessage: 'This password does not keep the rules. Choose another one.',
  },
  NOT_CONFIRMED: {
    id: 'signIn.NOT_CONFIRMED',
    defaultMessage: 'This e-mail address is not confirmed yet. Sign in to get a new code.',
  },
  RESET_REQUIRED: {
    id: 'signIn.RESET_REQUIRED',
    defaultMessage: 'This account needs a new password before you can sign in.',
  },
  MAIL_FAILED: {
    id: 'signIn.MAIL_FAILED',
    defaultMessage: 'We could not send an e-mail to this address. Check it for typing errors.',
  },
  SIGNED_IN_ALREADY: {
    id: 'signIn.SIGNED_IN_ALREADY',
    defaultMessage: 'Somebody is already signed in here. Reload the page to go on.',
  },
  GOOGLE_NOT_LINKED: {
    id: 'signIn.GOOGLE_NOT_LINKED',
    defaultMessage:
      'There is an account with this e-mail address whose address is not confirmed. Sign in with its password first; after that, Google works as well.',
  },
  GOOGLE_JUST_LINKED: {
    id: 'signIn.GOOGLE_JUST_LINKED',
    defaultMessage: 'Google and your password now lead to the same account. Sign in once more.',
  },
  GOOGLE_FAILED: {
    id: 'signIn.GOOGLE_FAILED',
    defaultMessage: 'The sign-in with Google did not come to an end. Nothing has changed.',
  },
  INVALID: {
    id: 'signIn.INVALID',
    defaultMessage: 'Something in this form is not as it should be. Check each field.',
  },
  OFFLINE: {
    id: 'signIn.OFFLINE',
    defaultMessage: 'Zest could not be reached. Nothing you typed is lost; try again in a moment.',
  },
  UNKNOWN: {
    id: 'signIn.UNKNOWN',
    defaultMessage: 'That did not work. Try again in a moment.',
  },
})

export const fieldMessages = defineMessages({
  emailMissing: { id: 'signIn.emailMissing', defaultMessage: 'Enter your e-mail address.' },
  emailMalformed: {
    id: 'signIn.emailMalformed',
    defaultMessage: 'This is not an e-mail address. It looks like name@example.com.',
  },
  passwordMissing: { id: 'signIn.passwordMissing', defaultMessage: 'Enter your password.' },
  passwordWeak: {
    id: 'signIn.passwordWeak',
    defaultMessage: 'This password does not keep all the rules below yet.',
  },
  passwordRepeatMissing: { id: 'signIn.passwordRepeatMissing', defaultMessage: 'Enter the new password once more.' },
  passwordsDiffer: { id: 'signIn.passwordsDiffer', defaultMessage: 'The two passwords are not the same.' },
  codeMissing: { id: 'signIn.codeMissing', defaultMessage: 'Enter the code from the e-mail.' },
  codeMalformed: { id: 'signIn.codeMalformed', defaultMessage: 'The code has six digits, for instance 012345.' },
})
