import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { SignInProblem } from '../../shared/lib/error-codes'

export const signInMessages: Record<SignInProblem, MessageDescriptor> = defineMessages({
  WRONG_PASSWORD: {
    id: 'signIn.WRONG_PASSWORD',
    defaultMessage: 'Wrong email or password. Check both, or reset your password.',
  },
  EXISTS: {
    id: 'signIn.EXISTS',
    defaultMessage: 'There’s already an account with this email. Sign in, or reset your password.',
  },
  CODE_WRONG: {
    id: 'signIn.CODE_WRONG',
    defaultMessage: 'That code is wrong. Use the one in our latest email.',
  },
  CODE_EXPIRED: {
    id: 'signIn.CODE_EXPIRED',
    defaultMessage: 'This code expired. Request a new one.',
  },
  TOO_OFTEN: {
    id: 'signIn.TOO_OFTEN',
    defaultMessage: 'Too many attempts. Try again in 15 minutes.',
  },
  TOO_OFTEN_THIS_HOUR: {
    id: 'signIn.TOO_OFTEN_THIS_HOUR',
    defaultMessage: 'Too many attempts. Try again in an hour.',
  },
  PASSWORD_TOO_WEAK: {
    id: 'signIn.PASSWORD_TOO_WEAK',
    defaultMessage: 'This password doesn’t meet the requirements. Choose another one.',
  },
  NOT_CONFIRMED: {
    id: 'signIn.NOT_CONFIRMED',
    defaultMessage: 'This email isn’t confirmed yet. Sign in to get a new code.',
  },
  RESET_REQUIRED: {
    id: 'signIn.RESET_REQUIRED',
    defaultMessage: 'Reset your password before you sign in.',
  },
  MAIL_FAILED: {
    id: 'signIn.MAIL_FAILED',
    defaultMessage: 'We couldn’t send email to this address. Check it for typos.',
  },
  SIGNED_IN_ALREADY: {
    id: 'signIn.SIGNED_IN_ALREADY',
    defaultMessage: 'You’re already signed in. Reload the page to continue.',
  },
  GOOGLE_NOT_LINKED: {
    id: 'signIn.GOOGLE_NOT_LINKED',
    defaultMessage:
      'An account with this email isn’t confirmed yet. Sign in with your password first; Google works after that.',
  },
  GOOGLE_JUST_LINKED: {
    id: 'signIn.GOOGLE_JUST_LINKED',
    defaultMessage: 'Google is now linked to your account. Sign in again.',
  },
  GOOGLE_FAILED: {
    id: 'signIn.GOOGLE_FAILED',
    defaultMessage: 'Google sign-in didn’t finish. Try again.',
  },
  INVALID: {
    id: 'signIn.INVALID',
    defaultMessage: 'Something in this form isn’t valid. Check each field.',
  },
  OFFLINE: {
    id: 'signIn.OFFLINE',
    defaultMessage: 'Can’t reach Zest. Try again when you’re online; what you typed is still here.',
  },
  UNKNOWN: {
    id: 'signIn.UNKNOWN',
    defaultMessage: 'That didn’t work. Try again in a moment.',
  },
})

export const fieldMessages = defineMessages({
  emailMissing: { id: 'signIn.emailMissing', defaultMessage: 'Enter your email.' },
  emailMalformed: {
    id: 'signIn.emailMalformed',
    defaultMessage: 'Enter a valid email, like name@example.com.',
  },
  passwordMissing: { id: 'signIn.passwordMissing', defaultMessage: 'Enter your password.' },
  passwordWeak: {
    id: 'signIn.passwordWeak',
    defaultMessage: 'This password doesn’t meet all the requirements below.',
  },
  passwordRepeatMissing: { id: 'signIn.passwordRepeatMissing', defaultMessage: 'Confirm your new password.' },
  passwordsDiffer: { id: 'signIn.passwordsDiffer', defaultMessage: 'The passwords don’t match.' },
  codeMissing: { id: 'signIn.codeMissing', defaultMessage: 'Enter the code from our email.' },
  codeMalformed: { id: 'signIn.codeMalformed', defaultMessage: 'Enter the 6-digit code.' },
})
