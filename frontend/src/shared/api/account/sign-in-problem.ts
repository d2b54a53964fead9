import { SIGN_IN_PROBLEMS, type SignInProblem } from '../../lib/error-codes'
import { Problem } from '../../lib/errors'

const BY_NAME: ReadonlyMap<string, SignInProblem> = new Map([
  // The same problem as a wrong password, to hide whether an address has an account.
  ['UserNotFoundException', 'WRONG_PASSWORD'],
  ['UsernameExistsException', 'EXISTS'],
  ['AliasExistsException', 'EXISTS'],
  ['CodeMismatchException', 'CODE_WRONG'],
  ['ExpiredCodeException', 'CODE_EXPIRED'],
  // Codes are limited per hour; wrong passwords lock for at most 15 minutes.
  ['LimitExceededException', 'TOO_OFTEN_THIS_HOUR'],
  ['TooManyFailedAttemptsException', 'TOO_OFTEN_THIS_HOUR'],
  ['TooManyRequestsException', 'TOO_OFTEN'],
  ['InvalidPasswordException', 'PASSWORD_TOO_WEAK'],
  ['PasswordHistoryPolicyViolationException', 'PASSWORD_TOO_WEAK'],
  ['UserNotConfirmedException', 'NOT_CONFIRMED'],
  ['PasswordResetRequiredException', 'RESET_REQUIRED'],
  ['CodeDeliveryFailureException', 'MAIL_FAILED'],
  ['UserAlreadyAuthenticatedException', 'SIGNED_IN_ALREADY'],
  ['InvalidParameterException', 'INVALID'],
  ['NetworkError', 'OFFLINE'],
])

/** Maps an error of the library to a sign-in problem. */
export function signInProblemOf(thrown: unknown): SignInProblem {
  if (thrown instanceof Problem) return SIGN_IN_PROBLEMS.find((known) => known === thrown.code) ?? 'UNKNOWN'
  if (!(thrown instanceof Error)) return 'UNKNOWN'
  if (thrown instanceof TypeError) return 'OFFLINE'
  if (thrown.name === 'NotAuthorizedException') {
    return /attempts exceeded/i.test(thrown.message) ? 'TOO_OFTEN' : 'WRONG_PASSWORD'
  }
  return BY_NAME.get(thrown.name) ?? 'UNKNOWN'
}

/** Maps a redirect without a code to a sign-in problem. The pool's PreSignUp trigger refuses to link some accounts. */
export function googleProblemOf(thrown: unknown): SignInProblem {
  const known = signInProblemOf(thrown)
  if (known === 'OFFLINE') return known
  const message = thrown instanceof Error ? thrown.message : ''
  // Cognito returns this once, when it links the account; the next sign-in succeeds.
  if (/already found an entry/i.test(message)) return 'GOOGLE_JUST_LINKED'
  return /PreSignUp/i.test(message) ? 'GOOGLE_NOT_LINKED' : 'GOOGLE_FAILED'
}
