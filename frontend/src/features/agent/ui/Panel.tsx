import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass, IconButton } from '../../../shared/ui/Button'
import { CloseIcon, PlusIcon } from '../../../shared/ui/icons'
import { useFetched } from '../../../shared/ui/useTask'
import { AgentApi } from '../api/agent-api'
import type { Wish } from '../model/wishes'
import { ChatView } from './ChatView'
import { useChat } from './useChat'
import { useLanguage } from './useLanguage'
import { WishResult } from './WishResult'

/** Panel content: a conversation (null id: a new one) or the result of a wish. */
export type PanelContent =
  | { readonly kind: 'chat'; readonly id: string | null }
  | { readonly kind: 'wish'; readonly wish: Wish }

export interface PanelProps {
  recipe: OwnRecipe
  content: PanelContent
  onShow: (content: PanelContent) => void
  onClose: () => void
}

/** Width from which the panel is docked beside the recipe; narrower, it is a sheet. Same as Tailwind's `xl`. */
const BESIDE = '(width >= 80rem)'
/** Space for the docked panel, in CSS, so that it changes in the same frame as the window's width. */
const ROOM = 'not-print:xl:pr-104'

/** Assistant beside a recipe: a non-modal side panel in a wide window, otherwise a modal sheet. */
export function Panel(props: PanelProps) {
  const { onClose } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isBeside = useMedia(BESIDE)
  // One dialog element for both forms, so that rotating a phone keeps its state.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (isBeside) element.show()
    else element.showModal()
    return () => element.close()
  }, [isBeside])
  useLayoutEffect(() => {
    document.body.classList.add(ROOM)
    return () => document.body.classList.remove(ROOM)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isBeside) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-panel={isBeside ? 'beside' : 'sheet'}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="fixed m-0 h-dvh max-h-none w-full max-w-none border-0 bg-surface p-0 text-ink xl:top-0 xl:right-0 xl:left-auto xl:z-30 xl:w-104 xl:border-l xl:border-line xl:shadow-float print:hidden"
    >
      <div className="flex h-full animate-open flex-col">
        <Content titleId={titleId} {...props} />
      </div>
    </dialog>
  )
}

function Content({ titleId, recipe, content, onShow, onClose }: PanelProps & { titleId: string }) {
  const intl = useIntl()
  const isChat = content.kind === 'chat'
  return (
    <>
      <header className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-lg font-semibold">
          {isChat ? (
            <FormattedMessage id="agent.title" defaultMessage="Assistant" />
          ) : (
            <FormattedMessage id="agent.wish.title" defaultMessage="Adapt this recipe" />
          )}
        </h2>
        {isChat && content.id !== null && (
          <IconButton
            label={intl.formatMessage({ id: 'agent.new', defaultMessage: 'New conversation' })}
            onClick={() => onShow({ kind: 'chat', id: null })}
          >
            <PlusIcon />
          </IconButton>
        )}
        <IconButton label={intl.formatMessage({ id: 'dialog.close', defaultMessage: 'Close' })} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      {isChat ? (
        <RecipeChat id={content.id} recipe={recipe} onOpen={(id) => onShow({ kind: 'chat', id })} />
      ) : (
        <WishResult
          key={content.wish.kind}
          recipe={recipe}
          wish={content.wish}
          onChat={() => onShow({ kind: 'chat', id: null })}
        />
      )}
    </>
  )
}

function RecipeChat({ id, recipe, onOpen }: { id: string | null; recipe: OwnRecipe; onOpen: (id: string) => void }) {
  const language = useLanguage()
  const chat = useChat(id, { recipeId: recipe.id, language }, onOpen)
  return (
    <>
      {id === null && chat.chat.turns.length === 0 && <Earlier recipeId={recipe.id} onOpen={onOpen} />}
      {/* A conversation just created keeps its component. */}
      <ChatView key={chat.store.id} {...chat} recipeId={recipe.id} isBoxed />
    </>
  )
}

/** Link to the latest conversation about the recipe. */
function Earlier({ recipeId, onOpen }: { recipeId: string; onOpen: (id: string) => void }) {
  const server = useApiClient()
  const { result } = useFetched(recipeId, () => new AgentApi(server).ofRecipe(recipeId))
  const [last] = result ?? []
  if (last === undefined) return null
  return (
    <Frame>
      <button
        type="button"
        onClick={() => onOpen(last)}
        className="min-h-11 rounded-lg font-medium text-accent underline-offset-4 hover:underline"
      >
        <FormattedMessage id="agent.continue" defaultMessage="Continue your last conversation" />
      </button>
      <Link to={paths.assistant} className={`${buttonClass('bare')} text-sm`}>
        <FormattedMessage id="agent.all" defaultMessage="All conversations" />
      </Link>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1">{children}</div>
  )
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const look = () => setMatches(media.matches)
    look()
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [query])
  return matches
}
