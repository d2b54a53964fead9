import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { BackIcon } from '../../../shared/ui/icons'
import { usePageTitle } from '../../../shared/ui/usePageTitle'
import { recipeOf } from '../model/conversation'
import { ChatView } from './ChatView'
import { ConversationList } from './ConversationList'
import { useChat } from './useChat'
import { useLanguage } from './useLanguage'

/** Pages /assistant and /assistant/:id. */
export function AssistantPage() {
  const intl = useIntl()
  const { id = null } = useParams()
  usePageTitle(intl.formatMessage({ id: 'agent.page', defaultMessage: 'Assistant – Zest' }))
  return id === null ? <Overview /> : <One key={id} id={id} />
}

function Overview() {
  const { chat, store } = useNewChat(null)
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 pt-2 pb-24">
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="agent.title" defaultMessage="Assistant" />
      </h1>
      <ChatView chat={chat} store={store} recipeId={null} isBoxed={false} />
      <ConversationList />
    </div>
  )
}

function One({ id }: { id: string }) {
  const { chat, store } = useNewChat(id)
  const { conversation } = chat
  const recipeId = conversation === null ? null : recipeOf(conversation)
  return (
    <div className="mx-auto flex min-h-[75dvh] w-full max-w-3xl flex-col gap-4 pt-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={paths.assistant} className={`${buttonClass('bare')} -ml-3`}>
          <BackIcon />
          <FormattedMessage id="agent.all" defaultMessage="All conversations" />
        </Link>
        {recipeId !== null && (
          <Link to={`${paths.recipe(recipeId)}?chat=${id}`} className={buttonClass('quiet')}>
            <FormattedMessage id="agent.openWithRecipe" defaultMessage="Open next to the recipe" />
          </Link>
        )}
      </div>
      <h1 className="text-2xl font-semibold wrap-anywhere sm:text-3xl">
        {conversation?.name ?? <FormattedMessage id="agent.unnamed" defaultMessage="Untitled conversation" />}
      </h1>
      <ChatView chat={chat} store={store} recipeId={recipeId} isBoxed={false} />
    </div>
  )
}

/** A conversation without a recipe. An existing one keeps its recipe. */
function useNewChat(id: string | null) {
  const navigate = useNavigate()
  const language = useLanguage()
  return useChat(
    id,
    { recipeId: null, language },
    (begun) => void navigate(paths.assistantChat(begun), { replace: true }),
  )
}
