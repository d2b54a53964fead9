import { FormattedMessage } from 'react-intl'
import { useAppConfig } from '../../../shared/api/app-config'
import { useFetched } from '../../../shared/ui/useTask'
import { useCreditApi } from '../api/use-credits'
import { boughtCreditsIn } from '../model/credits'

/** Shown before an account is deleted: paid credits that would be lost. */
export function BoughtCredits() {
  const config = useAppConfig()
  return config?.credits === true ? <Left /> : null
}

function Left() {
  const api = useCreditApi()
  const left = useFetched('grants', async () => {
    const now = Date.now()
    return boughtCreditsIn(await api.openGrants(now), now)
  })
  return (
    <p role="status" className="font-semibold text-danger empty:hidden">
      {left.result !== null && left.result > 0 && (
        <FormattedMessage
          id="profile.deleteAccount.credits"
          defaultMessage="You’ll lose {count, plural, one {# unused credit} other {# unused credits}} you bought. Credits can’t be refunded this way."
          values={{ count: left.result }}
        />
      )}
    </p>
  )
}
