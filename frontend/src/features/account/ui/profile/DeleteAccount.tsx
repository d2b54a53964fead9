import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAccount } from '../../../../shared/api/account/SessionProvider'
import { localeOf, withLocale } from '../../../../shared/i18n/locale'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button } from '../../../../shared/ui/Button'
import { DeleteDialog } from './DeleteDialog'

/**
 * Account deletion.
 * @param boughtCredits warning about paid credits that would be lost
 */
export function DeleteAccount({ email, boughtCredits }: { email: string; boughtCredits: ReactNode }) {
  const account = useAccount()
  const [asking, setAsking] = useState(false)

  const remove = async (onProgress: (deleted: number) => void) => {
    await account.deleteAccount(onProgress)
    await account.forgetEverything(withLocale(paths.profile, localeOf(location.pathname)), 'account-deleted')
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)} className="text-danger">
        <FormattedMessage id="profile.deleteAccount" defaultMessage="Delete account" />
      </Button>
      {asking && (
        <DeleteDialog
          title={<FormattedMessage id="profile.deleteAccount.title" defaultMessage="Delete your account?" />}
          act={<FormattedMessage id="profile.deleteAccount.act" defaultMessage="Delete permanently" />}
          situation="account"
          onClose={() => setAsking(false)}
          onDelete={remove}
        >
          <p>
            <FormattedMessage
              id="profile.deleteAccount.warning"
              defaultMessage="This permanently deletes {email} and all its recipes, photos and notes. Export them first if you want a copy."
              values={{ email: <b className="font-semibold wrap-anywhere">{email}</b> }}
            />
          </p>
          {boughtCredits}
        </DeleteDialog>
      )}
    </>
  )
}
