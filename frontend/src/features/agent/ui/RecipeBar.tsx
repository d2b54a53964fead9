import { type ComponentType, type MouseEvent, Suspense, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { useAppConfig } from '../../../shared/api/app-config'
import { factorOf } from '../../../shared/lib/amounts/factor'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { buttonClass } from '../../../shared/ui/Button'
import { AssistantIcon } from '../../../shared/ui/mark-icons'
import { type Wish, wishesFor } from '../model/wishes'
import type { PanelContent, PanelProps } from './Panel'
import { useWishNames } from './useWishNames'

/** Query parameter with the open conversation: its id or "new". Survives a reload. */
const CHAT = 'chat'

interface RecipeBarProps {
  recipe: OwnRecipe
  Panel: ComponentType<PanelProps>
}

/** One-press wishes for a recipe, and the button that opens the assistant. */
export function RecipeBar({ recipe, Panel }: RecipeBarProps) {
  const intl = useIntl()
  const config = useAppConfig()
  const nameOf = useWishNames()
  const [search, setSearch] = useSearchParams()
  const [wish, setWish] = useState<Wish | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const hasAgent = config !== null && config.agent !== false
  const wishes = wishesFor(recipe.language, peopleWanted(recipe, search), hasAgent)

  const chat = search.get(CHAT)
  const content: PanelContent | null =
    wish !== null
      ? { kind: 'wish', wish }
      : chat !== null && hasAgent
        ? { kind: 'chat', id: isRecipeId(chat) ? chat : null }
        : null
  const show = (next: PanelContent | null) => {
    setWish(next?.kind === 'wish' ? next.wish : null)
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        if (next?.kind === 'chat') params.set(CHAT, next.id ?? 'new')
        else params.delete(CHAT)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const open = (event: MouseEvent<HTMLElement>, next: PanelContent) => {
    opener.current = event.currentTarget
    show(next)
  }
  const close = () => {
    show(null)
    opener.current?.focus()
  }

  return (
    <section
      aria-label={intl.formatMessage({ id: 'agent.wish.title', defaultMessage: 'Adapt this recipe' })}
      data-assist
      className="mt-6 -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0 print:hidden"
    >
      {hasAgent && (
        <button
          type="button"
          aria-expanded={content?.kind === 'chat'}
          onClick={(event) => open(event, { kind: 'chat', id: null })}
          className={`${buttonClass('quiet')} shrink-0`}
        >
          <AssistantIcon />
          <FormattedMessage id="agent.ask" defaultMessage="Ask the assistant" />
        </button>
      )}
      {wishes.map((one) => (
        <button
          key={one.kind}
          type="button"
          aria-pressed={wish?.kind === one.kind}
          onClick={(event) => open(event, { kind: 'wish', wish: one })}
          className="min-h-11 shrink-0 rounded-full bg-sunken px-4 text-sm font-medium hover:bg-accent-soft hover:text-on-accent-soft aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft"
        >
          {nameOf(one)}
        </button>
      ))}
      {content !== null && (
        <Suspense>
          <Panel recipe={recipe} content={content} onShow={show} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

/** The servings shown on the page if scaled, otherwise twice the recipe's. */
function peopleWanted({ servings }: OwnRecipe, search: URLSearchParams): number | null {
  if (servings === null || servings <= 0) return null
  const shown = factorOf(search, servings).mul(servings)
  return shown.equals(servings) ? servings * 2 : Math.max(1, Math.round(shown.valueOf()))
}
