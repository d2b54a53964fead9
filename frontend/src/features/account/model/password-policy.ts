/**
 * Password rules of the user pool (PasswordPolicy in template.yaml). The pool enforces them; the client only shows them
 * early.
 */
export const PASSWORD_RULES = ['length', 'lowercase', 'uppercase', 'number', 'symbol'] as const

export type PasswordRule = (typeof PASSWORD_RULES)[number]

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 256

/** Characters that Cognito counts as symbols; a space counts within the password only. */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|(?<=\S) +(?=\S)/

const KEPT: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD,
  lowercase: (password) => /[a-z]/.test(password),
  uppercase: (password) => /[A-Z]/.test(password),
  number: (password) => /[0-9]/.test(password),
  symbol: (password) => SYMBOL.test(password),
}

/** The rules that the password satisfies. */
export function keptRules(password: string): ReadonlySet<PasswordRule> {
  return new Set(PASSWORD_RULES.filter((rule) => KEPT[rule](password)))
}

export function keepsAllRules(password: string): boolean {
  return keptRules(password).size === PASSWORD_RULES.length
}
