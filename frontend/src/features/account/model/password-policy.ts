/** The rules of the user pool for passwords (template.yaml, PasswordPolicy); the pool decides, this only tells in time. */
export const PASSWORD_RULES = ['length', 'lowercase', 'uppercase', 'number', 'symbol'] as const

export type PasswordRule = (typeof PASSWORD_RULES)[number]

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 256

/** What the pool takes for a symbol. A space counts as well, but not at the beginning or the end. */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|(?<=\S) +(?=\S)/

const KEPT: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD,
  lowercase: (password) => /[a-z]/.test(password),
  uppercase: (password) => /[A-Z]/.test(password),
  number: (password) => /[0-9]/.test(password),
  symbol: (password) => SYMBOL.test(password),
}

/** The rules that a password keeps so far. */
export function keptRules(password: string): ReadonlySet<PasswordRule> {
  return new Set(PASSWORD_RULES.filter((rule) => KEPT[rule](password)))
}

export function keepsAllRules(password: string): boolean {
  return keptRules(password).size === PASSWORD_RULES.length
}
