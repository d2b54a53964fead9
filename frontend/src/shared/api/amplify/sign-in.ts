/** What the forms of the auth routes call, and the words that their library speaks. */

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
  /** The sentence for a problem, in the reader's language. */
  explain(problem: SignInProblem): string
  /** Runs before somebody becomes a member; it must neither fail nor take long. */
  beforeSignIn(): Promise<void>
  /** A code was sent once more. */
  onCodeSent(): void
}

/** The services of the library's Authenticator, whose failures are sentences of ours. */
export function signInServices({ explain, beforeSignIn, onCodeSent }: SignInHooks) {
  const plainly = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act()
    } catch (thrown) {
      // The library reads this one by its words: it leads to the sign-in instead of an error.
      if (thrown instanceof Error && thrown.message === 'User is already confirmed.') throw thrown
      const problem = signInProblemOf(thrown)
      throw new Problem(problem, explain(problem))
    }
  }
  return {
    // The checking of fields is ours: the library would keep its button disabled without a word, and insist on a
    // repeated password.
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

/** Replaces the library's English phrases by ours. */
export function speak(locale: string, words: Readonly<Record<string, string>>): void {
  I18n.putVocabulariesForLanguage(locale, { ...words })
  I18n.setLanguage(locale)
}

/** E-mail addresses are told apart by case nowhere but in the pool. */
function asAddress(text: string): string {
  return text.trim().toLowerCase()
}
