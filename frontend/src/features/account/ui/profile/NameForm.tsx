import { FormattedMessage, useIntl } from 'react-intl'
import type { User } from '../../../../shared/api/account/account'
import { useAccount } from '../../../../shared/api/account/SessionProvider'
import { signInProblemOf } from '../../../../shared/api/account/sign-in-problem'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useToasts } from '../../../../shared/ui/Toasts'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { signInMessages } from '../../messages'

/** The pool allows 2,048 characters; this is a practical limit. */
const LONGEST_NAME = 100

export function NameForm({ user }: { user: User }) {
  const intl = useIntl()
  const account = useAccount()
  const toasts = useToasts()
  const renaming = useTask((_, name: string) => account.rename(name), signInProblemOf)
  const form = useForm({
    initial: { name: user.name ?? '' },
    check: ({ name }) => ({
      name:
        [...name.trim()].length > LONGEST_NAME
          ? intl.formatMessage(
              { id: 'profile.nameTooLong', defaultMessage: 'Use up to {count} characters.' },
              { count: LONGEST_NAME },
            )
          : null,
    }),
    busy: renaming.busy,
    onSubmit: async ({ name }) => {
      if (!(await renaming.run(name))) return
      toasts.show({
        id: 'name-saved',
        content: <FormattedMessage id="profile.nameSaved" defaultMessage="Name saved." />,
      })
    },
    onChange: () => {
      if (renaming.problem !== null) renaming.cancel()
    },
  })
  const field = form.field('name')
  const refusal = renaming.problem === null ? null : intl.formatMessage(signInMessages[renaming.problem])

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex max-w-md flex-col gap-4">
      <TextInput
        label={<FormattedMessage id="profile.name" defaultMessage="Name" />}
        autoComplete="name"
        {...field}
        problem={field.problem ?? refusal}
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
