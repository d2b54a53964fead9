import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { User } from '../../../../shared/api/account/account'
import { useAccount } from '../../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../../shared/api/account/sign-in-problem'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useToasts } from '../../../../shared/ui/Toasts'
import { useTask } from '../../../../shared/ui/useTask'
import { signInMessages } from '../../messages'

/** The pool allows 2,048 characters; this is a practical limit. */
const LONGEST_NAME = 100

export function NameForm({ user }: { user: User }) {
  const intl = useIntl()
  const account = useAccount()
  const toasts = useToasts()
  const [name, setName] = useState(user.name ?? '')
  const [tooLong, setTooLong] = useState(false)
  const renaming = useTask(() => account.rename(name), signInProblemOf)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (renaming.busy) return
    if ([...name.trim()].length > LONGEST_NAME) {
      setTooLong(true)
      return
    }
    if (!(await renaming.run())) return
    toasts.show({
      id: 'profile.name',
      content: <FormattedMessage id="profile.nameSaved" defaultMessage="Name saved." />,
    })
  }

  const problem = () => {
    if (tooLong) {
      return intl.formatMessage(
        { id: 'profile.nameTooLong', defaultMessage: 'Use up to {count} characters.' },
        { count: LONGEST_NAME },
      )
    }
    return renaming.problem === null ? null : intl.formatMessage(signInMessages[renaming.problem])
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex max-w-md flex-col gap-4">
      <TextInput
        label={<FormattedMessage id="profile.name" defaultMessage="Name" />}
        name="name"
        autoComplete="name"
        value={name}
        problem={problem()}
        onChange={(event) => {
          setName(event.target.value)
          setTooLong(false)
          if (renaming.problem !== null) renaming.cancel()
        }}
      />
      <div>
        <p className="font-semibold">
          <FormattedMessage id="auth.email" defaultMessage="Email" />
        </p>
        <p className="wrap-anywhere text-muted">{user.email}</p>
      </div>
      <Button type="submit" variant="quiet" aria-disabled={renaming.busy} className="self-start">
        <FormattedMessage id="profile.saveName" defaultMessage="Save name" />
      </Button>
    </form>
  )
}
