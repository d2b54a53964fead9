/** Services and translations for the library's Authenticator forms. */

import {
  confirmResetPassword,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  type SignInInput,
  type SignUpInput,
  signIn,
  signUp,
} from 'aws-amplify/auth'
import { I18n } from 'aws-amplify/utils'
import type { SignInProblem } from '../../lib/error-codes'
import { Problem } from '../../lib/errors'
import { signInProblemOf } from '../account/sign-in-problem'

export interface SignInHooks {
  /** The message of a problem, in the user's language. */
  explain(problem: SignInProblem): string
  /** Runs before a sign-in or sign-up; must be fast and must not reject. */
  beforeSignIn(): Promise<void>
  /** A code was sent again. */
  onCodeSent(): void
}

/** Authenticator services that reject with translated messages. */
export function signInServices({ explain, beforeSignIn, onCodeSent }: SignInHooks) {
  const plainly = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act()
    } catch (thrown) {
      // The library matches this message and shows the sign-in form.
      if (thrown instanceof Error && thrown.message === 'User is already confirmed.') throw thrown
      const problem = signInProblemOf(thrown)
      throw new Problem(problem, null, explain(problem))
    }
  }
  return {
    // The app validates fields itself. The library would disable its button without a message and require a repeated
    // password.
    validateFormPassword: async () => null,
    validateRequiredFieldsForAuthMethod: async () => null,
    handleSignIn: (input: SignInInput) =>
      plainly(async () => {
        await beforeSignIn()
        return signIn({ ...input, username: asAddress(input.username) })
      }),
    handleSignUp: (input: SignUpInput) =>
      plainly(async () => {
        await beforeSignIn()
        return signUp({ ...input, username: asAddress(input.username) })
      }),
    handleConfirmSignUp: (input: Parameters<typeof confirmSignUp>[0]) => plainly(() => confirmSignUp(input)),
    handleResendSignUpCode: (input: Parameters<typeof resendSignUpCode>[0]) =>
      plainly(async () => {
        const sent = await resendSignUpCode(input)
        onCodeSent()
        return sent
      }),
    handleForgotPassword: (input: Parameters<typeof resetPassword>[0]) =>
      plainly(async () => {
        const sent = await resetPassword({ ...input, username: asAddress(input.username) })
        onCodeSent()
        return sent
      }),
    handleForgotPasswordSubmit: (input: Parameters<typeof confirmResetPassword>[0]) =>
      plainly(() => confirmResetPassword({ ...input, username: asAddress(input.username) })),
  }
}

/** Replaces the library's English texts. */
export function speak(locale: string, words: Readonly<Record<string, string>>): void {
  I18n.putVocabulariesForLanguage(locale, { ...words })
  I18n.setLanguage(locale)
}

function asAddress(text: string): string {
  return text.trim().toLowerCase()
}
