import type { MessageDescriptor } from 'react-intl'
import { fieldMessages } from '../messages'
import { keepsAllRules } from '../model/password-policy'

/** A field of the auth forms by its name; `isNew` where a password is chosen, not remembered. */
export interface FieldContent {
  readonly name: string
  readonly value: string
  readonly isNew: boolean
  /** What stands in the field for the new password, where this one repeats it. */
  readonly password: string
}

/** What is wrong with a field before anything is sent; null when nothing is. */
export function fieldProblem({ name, value, isNew, password }: FieldContent): MessageDescriptor | null {
  switch (name) {
    case 'username':
    case 'email':
      if (value.trim() === '') return fieldMessages.emailMissing
      return looksLikeAddress(value.trim()) ? null : fieldMessages.emailMalformed
    case 'password':
      if (value === '') return fieldMessages.passwordMissing
      return isNew && !keepsAllRules(value) ? fieldMessages.passwordWeak : null
    case 'confirm_password':
      if (value === '') return fieldMessages.passwordRepeatMissing
      return value === password ? null : fieldMessages.passwordsDiffer
    case 'confirmation_code':
      if (value.trim() === '') return fieldMessages.codeMissing
      return /^\d{6}$/.test(value.trim()) ? null : fieldMessages.codeMalformed
    default:
      return null
  }
}

/** One at sign, something before it, and a host with a dot after it; the mail itself is the only real test. */
function looksLikeAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
