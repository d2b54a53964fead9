import { useEffect, useRef, useState } from 'react'
import { defineMessage, FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon } from '../../../shared/ui/icons'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { describeAgentProblem } from '../messages'
import { base64Of } from '../model/attach'
import type { Attachment } from '../model/attachments'
import type { QuestionBlock } from '../model/conversation'
import { messageDraft } from '../model/message-draft'
import { Composer } from './Composer'
import { Cost } from './Cost'
import { Suggestions } from './Suggestions'
import { TurnView } from './TurnView'
import { useAnnouncement } from './useAnnouncement'
import type { Chat } from './useChat'
import { useFollowing } from './useFollowing'

interface ChatViewProps extends Chat {
  /** Recipe that is shown beside the chat or discussed in it; null if none. */
  recipeId: string | null
  /** Whether the view scrolls instead of the page. */
  isBoxed: boolean
}

/** Conversation view: cost, turns and composer. */
export function ChatView({ store, chat, recipeId, isBoxed }: ChatViewProps) {
  const intl = useIntl()
  const { phase, turns, conversation, failure, connection } = chat
  const announcement = useAnnouncement(turns, phase === 'ready' || phase === 'new')
  const { box, end } = useFollowing(turns)
  const field = useRef<HTMLTextAreaElement>(null)
  const isAnswering = turns.some((turn) => turn.phase === 'answering')
  // A conversation that is not created yet gets another id after a reload.
  const draft = messageDraft(turns.length === 0 && phase === 'new' ? `new${recipeId ?? ''}` : store.id)
  const [text, setText] = useState(draft.read)
  const write = (words: string) => {
    setText(words)
    if (words === '') draft.clear()
    else draft.write(words)
  }

  const ask = async (words: string, attachments: readonly Attachment[]) => {
    const sent = await Promise.all(
      attachments.map(async ({ kind, format, name, blob }): Promise<QuestionBlock> => {
        const bytes = await base64Of(blob)
        return kind === 'image' ? { kind, format, bytes } : { kind, format, name, bytes }
      }),
    )
    store.ask([...sent, ...(words.trim() === '' ? [] : [{ kind: 'text' as const, text: words.trim() }])])
  }
  // Focus the field on opening, except on touch devices: the keyboard would cover the suggestions.
  useEffect(() => {
    if (isBoxed && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [isBoxed])

  return (
    <div className={`flex min-h-0 flex-1 flex-col ${isBoxed ? '' : 'gap-4'}`} data-chat={phase}>
      <div ref={box} className={isBoxed ? 'flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-4' : 'flex-1'}>
        <Cost conversation={conversation} isNew={turns.length === 0} />
        {phase === 'loading' && (
          <div role="status" className="mt-4 flex flex-col gap-3">
            <span className="sr-only">
              <FormattedMessage id="agent.loading" defaultMessage="Loading the conversation…" />
            </span>
            <Skeleton className="h-12 w-2/3 self-end" />
            <Skeleton className="h-28 w-full" />
          </div>
        )}
        {phase === 'failed' && failure !== null && (
          <div role="alert" className="mt-4 flex flex-col gap-3 rounded-xl bg-danger-soft p-4">
            <p className="flex gap-2">
              <AlertIcon className="mt-0.5 size-5 text-danger" />
              {describeAgentProblem(intl, 'open', failure)}
            </p>
            {failure.code !== 'AGENT_NOT_FOUND' && (
              <Button variant="quiet" onClick={store.reconnect} className="self-start">
                <FormattedMessage id="action.retry" defaultMessage="Try again" />
              </Button>
            )}
          </div>
        )}
        {phase !== 'loading' && turns.length === 0 && failure === null && (
          <Suggestions
            isBesideRecipe={recipeId !== null}
            onChoose={(words) => {
              write(words)
              field.current?.focus()
            }}
          />
        )}
        <ol className="mt-4 flex flex-col gap-6" aria-label={intl.formatMessage(messagesLabel)}>
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} onRetry={() => store.retry(turn.id)} onDecided={store.decide} />
          ))}
        </ol>
        {connection === 'reconnecting' && turns.length > 0 && (
          <p role="status" className="mt-4 text-sm text-muted">
            <FormattedMessage
              id="agent.reconnecting"
              defaultMessage="Connection lost. We’ll catch up when you’re back online."
            />
          </p>
        )}
        <div ref={end} className="h-px scroll-mb-44" />
      </div>
      <p role="status" className="sr-only" data-said>
        {announcement}
      </p>
      {failure?.code !== 'AGENT_NOT_FOUND' && (
        <Composer
          field={field}
          text={text}
          onText={write}
          isAnswering={isAnswering}
          isStopping={turns.some(({ isStopping }) => isStopping)}
          isOver={conversation?.turnsLeft === 0}
          isBoxed={isBoxed}
          onSend={ask}
          onStop={() => void store.stop()}
        />
      )}
    </div>
  )
}

const messagesLabel = defineMessage({ id: 'agent.messages', defaultMessage: 'Messages' })
