import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../shared/api/account/SessionProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { type Conversation, TURNS_OF_A_CONVERSATION } from '../model/conversation'

interface CostProps {
  /** Null while loading. */
  conversation: Conversation | null
  isNew: boolean
}

/** Cost and credit state of a conversation, turns left, and a note if a stand-in replaces the model. */
export function Cost({ conversation, isNew }: CostProps) {
  const config = useAppConfig()
  const isMember = useSession().phase === 'member'
  const credit = conversation?.credit ?? null
  const hasCredits = config?.credits === true
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      {config?.agent === 'standIn' && (
        <p data-stand-in className="font-medium">
          <FormattedMessage id="agent.standIn" defaultMessage="Local stand-in, not a language model" />
        </p>
      )}
      {hasCredits && isMember && isNew && credit === null && (
        <p data-cost>
          <FormattedMessage
            id="agent.cost"
            defaultMessage="1 credit for up to {turns, number} answers, refunded if it fails."
            values={{ turns: TURNS_OF_A_CONVERSATION }}
          />
        </p>
      )}
      {hasCredits && !isMember && isNew && (
        <p data-cost>
          <FormattedMessage
            id="agent.cost.guest"
            defaultMessage="Free for guests: 3 conversations a day, up to {turns, number} answers each."
            values={{ turns: TURNS_OF_A_CONVERSATION }}
          />
        </p>
      )}
      {credit === 'HELD' && (
        <p data-credit="HELD">
          <FormattedMessage
            id="agent.credit.HELD"
            defaultMessage="1 credit on hold, refunded if the conversation fails."
          />
        </p>
      )}
      {credit === 'GIVEN_BACK' && (
        <p data-credit="GIVEN_BACK">
          <FormattedMessage id="agent.credit.GIVEN_BACK" defaultMessage="1 credit refunded." />
        </p>
      )}
      {conversation !== null && !isNew && (
        <p data-turns-left={conversation.turnsLeft} {...(credit === 'USED' ? { 'data-credit': 'USED' } : {})}>
          {credit === 'USED' && (
            <>
              <FormattedMessage id="agent.credit.USED" defaultMessage="1 credit used." />{' '}
            </>
          )}
          <FormattedMessage
            id="agent.turnsLeft"
            defaultMessage="{count, plural, =0 {No answers left. Start a new conversation to ask more.} one {# answer left.} other {# answers left.}}"
            values={{ count: conversation.turnsLeft }}
          />
        </p>
      )}
    </div>
  )
}
