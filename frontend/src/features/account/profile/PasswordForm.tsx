import { type FormEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAccount } from '../../../api/account/SessionProvider'
import { type SignInProblem, signInProblemOf } from '../../../api/account/sign-in-problem'
import { keepsAllRules } from '../../../lib/account/password-policy'
import { Button } from '../../../ui/Button'
import { useToasts } from '../../../ui/Toasts'
import { PasswordRules } from '../PasswordRules'
import { fieldMessages, signInMessages } from '../sign-in-messages'
import { TextInput } from './TextInput'

/** Changes the password of somebody who knows the old one. */
export function PasswordForm({ email }: { email: string }) {
  const intl = useIntl()
  const account = useAccount()
  const toasts = useToasts()
  const oldField = useRef<HTMLInputElement>(null)
  const newField = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<{ old?: string; next?: string }>({})

  const check = () => {
    const found = {
      ...(old === '' ? { old: intl.formatMessage(fieldMessages.passwordMissing) } : {}),
      ...(keepsAllRules(next) ? {} : { next: intl.formatMessage(fieldMessages.passwordWeak) }),
    }
    setProblems(found)
    if ('old' in found) oldField.current?.focus()
    else if ('next' in found) newField.current?.focus()
    return Object.keys(found).length === 0
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    setBusy(true)
    try {
      await account.changePassword(old, next)
      setOpen(false)
      setOld('')
      setNext('')
      toasts.show({
        content: <FormattedMessage id="profile.passwordSaved" defaultMessage="Your password is changed." />,
      })
    } catch (thrown) {
      const problem = signInProblemOf(thrown)
      if (problem === 'PASSWORD_TOO_WEAK') setProblems({ next: intl.formatMessage(signInMessages[problem]) })
      else setProblems({ old: sentenceOf(problem) })
      oldField.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  /** Here only the old password can be wrong: the address is known. */
  const sentenceOf = (problem: SignInProblem) =>
    problem === 'WRONG_PASSWORD'
      ? intl.formatMessage({ id: 'profile.oldPasswordWrong', defaultMessage: 'This is not your password.' })
      : intl.formatMessage(signInMessages[problem])

  if (!open) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <FormattedMessage id="profile.changePassword" defaultMessage="Change password" />
      </Button>
    )
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex max-w-md flex-col gap-4">
      {/* For password managers, which keep a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        ref={oldField}
        label={<FormattedMessage id="profile.oldPassword" defaultMessage="Present password" />}
        type="password"
        name="old_password"
        autoComplete="current-password"
        autoFocus
        value={old}
        problem={problems.old ?? null}
        onChange={(event) => {
          setOld(event.target.value)
          setProblems({})
        }}
      />
      <TextInput
        ref={newField}
        label={<FormattedMessage id="auth.newPassword" defaultMessage="New password" />}
        type="password"
        name="password"
        autoComplete="new-password"
        value={next}
        problem={problems.next ?? null}
        below={<PasswordRules password={next} />}
        onChange={(event) => {
          setNext(event.target.value)
          setProblems({})
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          <FormattedMessage id="profile.changePassword" defaultMessage="Change password" />
        </Button>
        <Button variant="bare" onClick={() => setOpen(false)}>
          <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
        </Button>
      </div>
    </form>
  )
}
