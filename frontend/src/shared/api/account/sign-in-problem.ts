/** Why the user pool refused something, as far as people can do something about it. */
export const SIGN_IN_PROBLEMS = [
  'WRONG_PASSWORD',
  'EXISTS',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'TOO_OFTEN',
  'TOO_OFTEN_THIS_HOUR',
  'PASSWORD_TOO_WEAK',
  'NOT_CONFIRMED',
  'RESET_REQUIRED',
  'MAIL_FAILED',
  'SIGNED_IN_ALREADY',
  'GOOGLE_NOT_LINKED',
  'GOOGLE_JUST_LINKED',
  'GOOGLE_FAILED',
  'INVALID',
  'OFFLINE',
  'UNKNOWN',
] as const

export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number]

/** What the sign-in services throw; the library shows the message. */
export class SignInFailure extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, message: string = problem) {
    super(message)
    this.name = 'SignInFailure'
    this.problem = problem
  }
}

const BY_NAME: Readonly<Record<string, SignInProblem>> = {
  // Whether an address has an account is nobody's business but its owner's, so both are told alike.
  UserNotFoundException: 'WRONG_PASSWORD',
  UsernameExistsException: 'EXISTS',
  AliasExistsException: 'EXISTS',
  CodeMismatchException: 'CODE_WRONG',
  ExpiredCodeException: 'CODE_EXPIRED',
  // Codes are counted by the hour; wrong passwords lock for a quarter of one at most.
  LimitExceededException: 'TOO_OFTEN_THIS_HOUR',
  TooManyFailedAttemptsException: 'TOO_OFTEN_THIS_HOUR',
  TooManyRequestsException: 'TOO_OFTEN',
  InvalidPasswordException: 'PASSWORD_TOO_WEAK',
  PasswordHistoryPolicyViolationException: 'PASSWORD_TOO_WEAK',
  UserNotConfirmedException: 'NOT_CONFIRMED',
  PasswordResetRequiredException: 'RESET_REQUIRED',
  CodeDeliveryFailureException: 'MAIL_FAILED',
  UserAlreadyAuthenticatedException: 'SIGNED_IN_ALREADY',
  InvalidParameterException: 'INVALID',
  NetworkError: 'OFFLINE',
}

/** The problem behind whatever the library threw. */
export function signInProblemOf(thrown: unknown): SignInProblem {
  if (thrown instanceof SignInFailure) return thrown.problem
  if (!(thrown instanceof Error)) return 'UNKNOWN'
  if (thrown instanceof TypeError) return 'OFFLINE'
  if (thrown.name === 'NotAuthorizedException') {
    return /attempts exceeded/i.test(thrown.message) ? 'TOO_OFTEN' : 'WRONG_PASSWORD'
  }
  return BY_NAME[thrown.name] ?? 'UNKNOWN'
}

/** The problem behind a redirect that came back without a code. The pool's own trigger refuses to link some accounts. */
export function googleProblemOf(thrown: unknown): SignInProblem {
  const known = signInProblemOf(thrown)
  if (known === 'OFFLINE') return known
  const message = thrown instanceof Error ? thrown.message : ''
  // The one answer in which the pool links an account; the next sign-in finds it linked.
  if (/already found an entry/i.test(message)) return 'GOOGLE_JUST_LINKED'
  return /PreSignUp/i.test(message) ? 'GOOGLE_NOT_LINKED' : 'GOOGLE_FAILED'
}
