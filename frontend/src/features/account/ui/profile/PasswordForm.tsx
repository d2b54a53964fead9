import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAccount } from '../../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../../shared/api/account/sign-in-problem'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useToasts } from '../../../../shared/ui/Toasts'
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
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  /** Validation errors found before the request. */
  const [found, setFound] = useState<{ old?: string; next?: string }>({})
  const changing = useTask(() => account.changePassword(old, next), signInProblemOf)
  const { problem } = changing
  const isNewOne = problem === 'PASSWORD_TOO_WEAK'

  useEffect(() => {
    if (problem !== null) (isNewOne ? newField : oldField).current?.focus()
  }, [problem, isNewOne])

  const check = () => {
    const problems = {
      ...(old === '' ? { old: intl.formatMessage(fieldMessages.passwordMissing) } : {}),
      ...(keepsAllRules(next) ? {} : { next: intl.formatMessage(fieldMessages.passwordWeak) }),
    }
    setFound(problems)
    if ('old' in problems) oldField.current?.focus()
    else if ('next' in problems) newField.current?.focus()
    return Object.keys(problems).length === 0
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (changing.busy || !check() || !(await changing.run())) return
    setOpen(false)
    setOld('')
    setNext('')
    toasts.show({
      content: <FormattedMessage id="profile.passwordSaved" defaultMessage="Password changed." />,
    })
  }

  const forget = () => {
    setFound({})
    if (problem !== null) changing.cancel()
  }

  /** The email is known here, so WRONG_PASSWORD can only mean the current password. */
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
    <form noValidate onSubmit={(event) => void save(event)} className="flex max-w-md flex-col gap-4">
      {/* Lets password managers match the password to the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        ref={oldField}
        label={<FormattedMessage id="profile.oldPassword" defaultMessage="Current password" />}
        type="password"
        name="old_password"
        autoComplete="current-password"
        autoFocus
        value={old}
        problem={found.old ?? (isNewOne ? null : sentence())}
        onChange={(event) => {
          setOld(event.target.value)
          forget()
        }}
      />
      <TextInput
        ref={newField}
        label={<FormattedMessage id="auth.newPassword" defaultMessage="New password" />}
        type="password"
        name="password"
        autoComplete="new-password"
        value={next}
        problem={found.next ?? (isNewOne ? sentence() : null)}
        below={<PasswordRules password={next} />}
        onChange={(event) => {
          setNext(event.target.value)
          forget()
        }}
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
