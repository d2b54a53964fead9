import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAccount } from '../../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../../shared/api/account/sign-in-problem'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useToasts } from '../../../../shared/ui/Toasts'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { fieldMessages, signInMessages } from '../../messages'
import { keepsAllRules } from '../../model/password-policy'
import { PasswordRules } from '../PasswordRules'

/** Password change for a user who knows the current password. */
export function PasswordForm({ email }: { email: string }) {
  const intl = useIntl()
  const account = useAccount()
  const toasts = useToasts()
  const oldField = useRef<HTMLInputElement>(null)
  const newField = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const changing = useTask((_, old: string, next: string) => account.changePassword(old, next), signInProblemOf)
  const { problem } = changing
  const isNewOne = problem === 'PASSWORD_TOO_WEAK'

  useEffect(() => {
    if (problem !== null) (isNewOne ? newField : oldField).current?.focus()
  }, [problem, isNewOne])

  const form = useForm({
    initial: { old_password: '', password: '' },
    check: ({ old_password, password }) => ({
      old_password: old_password === '' ? intl.formatMessage(fieldMessages.passwordMissing) : null,
      password: keepsAllRules(password) ? null : intl.formatMessage(fieldMessages.passwordWeak),
    }),
    busy: changing.busy,
    onSubmit: async ({ old_password, password }) => {
      if (!(await changing.run(old_password, password))) return
      setOpen(false)
      form.reset()
      toasts.show({
        content: <FormattedMessage id="profile.passwordSaved" defaultMessage="Password changed." />,
      })
    },
    onChange: () => {
      if (problem !== null) changing.cancel()
    },
  })
  const [old, next] = [form.field('old_password'), form.field('password')]

  /** The email is known here, so WRONG_PASSWORD refers to the current password. */
  const sentence = () => {
    if (problem === null) return null
    return problem === 'WRONG_PASSWORD'
      ? intl.formatMessage({ id: 'profile.oldPasswordWrong', defaultMessage: 'That isn’t your current password.' })
      : intl.formatMessage(signInMessages[problem])
  }

  if (!open) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <FormattedMessage id="profile.changePassword" defaultMessage="Change password" />
      </Button>
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex max-w-md flex-col gap-4">
      {/* Lets password managers match the password to the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        ref={oldField}
        label={<FormattedMessage id="profile.oldPassword" defaultMessage="Current password" />}
        type="password"
        autoComplete="current-password"
        autoFocus
        {...old}
        problem={old.problem ?? (isNewOne ? null : sentence())}
      />
      <TextInput
        ref={newField}
        label={<FormattedMessage id="auth.newPassword" defaultMessage="New password" />}
        type="password"
        autoComplete="new-password"
        {...next}
        problem={next.problem ?? (isNewOne ? sentence() : null)}
        below={<PasswordRules password={next.value} />}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={changing.busy}>
          <FormattedMessage id="profile.changePassword" defaultMessage="Change password" />
        </Button>
        <Button variant="bare" onClick={() => setOpen(false)}>
          <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
        </Button>
      </div>
    </form>
  )
}
