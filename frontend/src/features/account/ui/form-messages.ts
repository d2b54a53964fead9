import { defineMessages, useIntl } from 'react-intl'

export const formMessages = defineMessages({
  signInTitle: { id: 'auth.signIn.title', defaultMessage: 'Welcome back' },
  signUpTitle: { id: 'auth.signUp.title', defaultMessage: 'Create your account' },
  forgotTitle: { id: 'auth.forgot.title', defaultMessage: 'Reset your password' },
  forgotText: {
    id: 'auth.forgot.text',
    defaultMessage: 'Enter your email and we’ll send you a code.',
  },
  confirmTitle: { id: 'auth.confirm.title', defaultMessage: 'Check your email' },
  confirmText: {
    id: 'auth.confirm.text',
    defaultMessage: 'We sent a 6-digit code to {email}. It may take a minute to arrive.',
  },
  resetText: {
    id: 'auth.reset.text',
    defaultMessage: 'If {email} has an account, we sent it a 6-digit code.',
  },
  codeSent: { id: 'auth.codeSent', defaultMessage: 'We sent a new code.' },
})

const words = defineMessages({
  email: { id: 'auth.email', defaultMessage: 'Email' },
  password: { id: 'auth.password', defaultMessage: 'Password' },
  newPassword: { id: 'auth.newPassword', defaultMessage: 'New password' },
  repeatPassword: { id: 'auth.repeatPassword', defaultMessage: 'Confirm new password' },
  code: { id: 'auth.code', defaultMessage: 'Code' },
  showPassword: { id: 'auth.showPassword', defaultMessage: 'Show password' },
  passwordShown: { id: 'auth.passwordShown', defaultMessage: 'Password shown' },
  passwordHidden: { id: 'auth.passwordHidden', defaultMessage: 'Password hidden' },
  signIn: { id: 'auth.signIn', defaultMessage: 'Sign in' },
  signingIn: { id: 'auth.signingIn', defaultMessage: 'Signing in…' },
  signUp: { id: 'auth.signUp', defaultMessage: 'Create account' },
  signingUp: { id: 'auth.signingUp', defaultMessage: 'Creating account…' },
  confirm: { id: 'auth.confirm', defaultMessage: 'Confirm' },
  confirming: { id: 'auth.confirming', defaultMessage: 'Confirming…' },
  resend: { id: 'auth.resend', defaultMessage: 'Send a new code' },
  sendCode: { id: 'auth.sendCode', defaultMessage: 'Send code' },
  sending: { id: 'auth.sending', defaultMessage: 'Sending…' },
  setPassword: { id: 'auth.setPassword', defaultMessage: 'Save password' },
  settingPassword: { id: 'auth.settingPassword', defaultMessage: 'Saving password…' },
  backToSignIn: { id: 'auth.backToSignIn', defaultMessage: 'Back to sign-in' },
})

/** Labels of the forms, and translations of Amplify's phrases. */
export function useFormWords(email: string) {
  const intl = useIntl()
  const word = (name: keyof typeof words) => intl.formatMessage(words[name])
  const address = {
    label: word('email'),
    placeholder: '',
    type: 'email',
    defaultValue: email,
    autocomplete: 'username',
  }
  const toggle = {
    showPasswordButtonLabel: word('showPassword'),
    passwordIsShownLabel: word('passwordShown'),
    passwordIsHiddenLabel: word('passwordHidden'),
  }
  const code = {
    label: word('code'),
    placeholder: '',
    autocomplete: 'one-time-code',
    inputMode: 'numeric' as const,
    maxLength: 12,
  }
  return {
    labels: { email: word('email'), password: word('password'), toggle },
    fields: {
      signIn: {
        username: address,
        password: { label: word('password'), placeholder: '', autocomplete: 'current-password', ...toggle },
      },
      forgotPassword: { username: address },
      confirmSignUp: { confirmation_code: code },
      confirmResetPassword: {
        confirmation_code: code,
        password: { label: word('newPassword'), placeholder: '', autocomplete: 'new-password', ...toggle },
        confirm_password: { label: word('repeatPassword'), placeholder: '', autocomplete: 'new-password', ...toggle },
      },
    },
    phrases: {
      'Sign in': word('signIn'),
      'Signing in': word('signingIn'),
      'Create Account': word('signUp'),
      'Creating Account': word('signingUp'),
      Confirm: word('confirm'),
      Confirming: word('confirming'),
      'Resend Code': word('resend'),
      'Send code': word('sendCode'),
      Sending: word('sending'),
      Submit: word('setPassword'),
      Submitting: word('settingPassword'),
      'Back to Sign In': word('backToSignIn'),
      'Your passwords must match': intl.formatMessage({
        id: 'signIn.passwordsDiffer',
        defaultMessage: 'The passwords don’t match.',
      }),
    },
  }
}
