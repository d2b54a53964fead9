import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'

/** Cost of an assisted import, and a note if a stand-in replaces the model. */
export function ReadingCost() {
  const config = useAppConfig()
  const isMember = useSession().phase === 'member'
  return (
    <div className="flex flex-col gap-0.5 text-muted">
      {isMember && config?.credits === true && (
        <p data-cost="member">
          <FormattedMessage id="assist.cost" defaultMessage="1 credit, refunded if it fails." />
        </p>
      )}
      {!isMember && (
        <p data-cost="guest">
          <FormattedMessage id="assist.cost.guest" defaultMessage="Counts as one of your three uploads today." />
        </p>
      )}
      {config?.agent === 'standIn' && (
        <p data-stand-in>
          <FormattedMessage id="agent.standIn" defaultMessage="Local stand-in, not a language model" />
        </p>
      )}
    </div>
  )
}
