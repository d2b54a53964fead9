import type { MessageDescriptor } from 'react-intl'
import { fieldMessages } from '../messages'
import { keepsAllRules } from '../model/password-policy'

/** A field of a sign-in form. `isNew` is set where a new password is chosen. */
export interface FieldContent {
  readonly name: string
  readonly value: string
  readonly isNew: boolean
  /** Content of the new-password field that this field must repeat. */
  readonly password: string
}

/** Validation error of a field, or null. */
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

/** Plausibility check only: one @ and a host with a dot. */
function looksLikeAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
