import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { CheckIcon } from '../../../shared/ui/icons'
import { keptRules, PASSWORD_RULES, type PasswordRule, SHORTEST_PASSWORD } from '../model/password-policy'

const rules: Record<PasswordRule, MessageDescriptor> = defineMessages({
  length: { id: 'password.length', defaultMessage: 'at least {count} characters' },
  lowercase: { id: 'password.lowercase', defaultMessage: 'a lowercase letter' },
  uppercase: { id: 'password.uppercase', defaultMessage: 'an uppercase letter' },
  number: { id: 'password.number', defaultMessage: 'a number' },
  symbol: { id: 'password.symbol', defaultMessage: 'a symbol, like ! or -' },
})

/** Password rules, ticked off as the user types. */
export function PasswordRules({ password }: { password: string }) {
  const intl = useIntl()
  const kept = keptRules(password)
  const missing = PASSWORD_RULES.length - kept.size
  return (
    <div className="pt-2 text-sm">
      <p className="text-muted">
        <FormattedMessage id="password.rules" defaultMessage="Your password needs" />
      </p>
      <ul className="mt-1 grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
        {PASSWORD_RULES.map((rule) => (
          <li
            key={rule}
            data-rule={rule}
            data-kept={kept.has(rule)}
            className={`flex items-center gap-2 transition-colors ${kept.has(rule) ? 'text-good' : 'text-muted'}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-4 shrink-0 place-items-center rounded-full border ${kept.has(rule) ? 'border-good bg-good text-page' : 'border-line-strong'}`}
            >
              {kept.has(rule) && <CheckIcon className="size-3" />}
            </span>
            {intl.formatMessage(rules[rule], { count: SHORTEST_PASSWORD })}
            <span className="sr-only">
              {kept.has(rule) ? (
                <FormattedMessage id="password.met" defaultMessage="(met)" />
              ) : (
                <FormattedMessage id="password.notMet" defaultMessage="(not met)" />
              )}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {password !== '' && (
          <FormattedMessage
            id="password.missing"
            defaultMessage="{count, plural, =0 {All requirements met.} one {# requirement left.} other {# requirements left.}}"
            values={{ count: missing }}
          />
        )}
      </p>
    </div>
  )
}
