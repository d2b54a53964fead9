import { useEffect, useMemo, useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, IconButton } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'
import { AlertIcon, TrashIcon } from '../../../shared/ui/icons'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { useTask } from '../../../shared/ui/useTask'
import { AgentApi } from '../api/agent-api'
import { describeAgentProblem } from '../messages'
import { agentFailureOf } from '../model/agent-problem'
import { type Conversation, recipeOf } from '../model/conversation'

/** The caller's conversations, latest change first. */
export function ConversationList() {
  const intl = useIntl()
  const server = useApiClient()
  const api = useMemo(() => new AgentApi(server), [server])
  const [all, setAll] = useState<readonly Conversation[]>([])
  const [leaving, setLeaving] = useState<Conversation | null>(null)
  const { busy, result, problem, run } = useTask(async (_, after: string | null) => {
    const { items, nextToken } = await api.conversations(after)
    setAll((known) => [...(after === null ? [] : known), ...items])
    return { nextToken }
  }, agentFailureOf)
  useEffect(() => {
    void run(null)
  }, [run])
  const next = result?.nextToken ?? null
  if (all.length === 0 && problem === null && !busy) return null

  return (
    <section aria-labelledby="conversations" className="flex flex-col gap-3">
      <h2 id="conversations" className="text-xl font-semibold">
        <FormattedMessage id="agent.list" defaultMessage="Past conversations" />
      </h2>
      {all.length === 0 && busy && <Skeleton className="h-24 w-full" />}
      <ul className="flex flex-col divide-y divide-line">
        {all.map((conversation) => (
          <Row key={conversation.id} conversation={conversation} onDelete={() => setLeaving(conversation)} />
        ))}
      </ul>
      {problem !== null && (
        <div role="alert" className="flex flex-col gap-3 rounded-xl bg-danger-soft p-4">
          <p className="flex gap-2">
            <AlertIcon className="mt-0.5 size-5 text-danger" />
            {describeAgentProblem(intl, 'list', problem)}
          </p>
          <Button variant="quiet" onClick={() => void run(next)} className="self-start bg-surface">
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        </div>
      )}
      {next !== null && problem === null && (
        <Button variant="quiet" disabled={busy} onClick={() => void run(next)} className="self-start">
          <FormattedMessage id="agent.list.more" defaultMessage="Show more" />
        </Button>
      )}
      {leaving !== null && (
        <DeleteDialog
          api={api}
          conversation={leaving}
          onClose={() => setLeaving(null)}
          onDeleted={() => {
            setAll(all.filter(({ id }) => id !== leaving.id))
            setLeaving(null)
          }}
        />
      )}
    </section>
  )
}

function Row({ conversation, onDelete }: { conversation: Conversation; onDelete: () => void }) {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const recipeId = recipeOf(conversation)
  const recipe = recipes.find(({ card }) => card.id === recipeId)?.card.title ?? null
  const name = conversation.name ?? intl.formatMessage({ id: 'agent.unnamed', defaultMessage: 'Untitled conversation' })
  return (
    <li data-conversation={conversation.id} className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <Link
          to={paths.assistantChat(conversation.id)}
          className="block min-h-6 font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <FormattedDate value={conversation.updatedAt} dateStyle="medium" />
          {recipe !== null && recipeId !== null && (
            <Link to={paths.recipe(recipeId)} className="wrap-anywhere underline-offset-4 hover:underline">
              {recipe}
            </Link>
          )}
        </p>
      </div>
      <IconButton
        label={intl.formatMessage({ id: 'agent.delete', defaultMessage: 'Delete “{name}”' }, { name })}
        onClick={onDelete}
      >
        <TrashIcon />
      </IconButton>
    </li>
  )
}

interface DeleteDialogProps {
  api: AgentApi
  conversation: Conversation
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ api, conversation, onClose, onDeleted }: DeleteDialogProps) {
  const intl = useIntl()
  const { busy, problem, run } = useTask(async () => {
    await api.remove(conversation.id)
    onDeleted()
  }, agentFailureOf)
  return (
    <Dialog
      title={<FormattedMessage id="agent.delete.title" defaultMessage="Delete this conversation?" />}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="agent.delete.cancel" defaultMessage="Cancel" />
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void run()}>
            <FormattedMessage id="agent.delete.do" defaultMessage="Delete" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage
          id="agent.delete.text"
          defaultMessage="All its messages will be permanently deleted. Your recipes aren’t affected."
        />
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {describeAgentProblem(intl, 'remove', problem)}
        </p>
      )}
    </Dialog>
  )
}
