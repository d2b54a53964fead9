import { type ComponentType, Suspense, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { useAppConfig } from '../../../shared/api/app-config'
import { factorOf } from '../../../shared/lib/amounts/factor'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { Button } from '../../../shared/ui/Button'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/ui/Menu'
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

/** Button with a menu: the assistant, and one-press wishes for the recipe. */
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
  // The menu focuses its button before an item acts.
  const open = (next: PanelContent) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    show(next)
  }
  const close = () => {
    show(null)
    opener.current?.focus()
  }
  const label = intl.formatMessage({ id: 'agent.wish.title', defaultMessage: 'Adapt this recipe' })

  return (
    <div data-assist>
      <Menu
        label={label}
        trigger={
          <Button variant="bare" aria-label={label} data-tooltip={label} className="max-sm:size-11 max-sm:px-0">
            <AssistantIcon />
            <span className="max-sm:hidden">{label}</span>
          </Button>
        }
      >
        {hasAgent && (
          <>
            <MenuItem icon={<AssistantIcon />} onSelect={() => open({ kind: 'chat', id: null })}>
              <FormattedMessage id="agent.ask" defaultMessage="Ask the assistant" />
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        {wishes.map((one) => (
          <MenuItem key={one.kind} onSelect={() => open({ kind: 'wish', wish: one })}>
            {nameOf(one)}
          </MenuItem>
        ))}
      </Menu>
      {content !== null && (
        <Suspense>
          <Panel recipe={recipe} content={content} onShow={show} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** The servings shown on the page if scaled, otherwise twice the recipe's. */
function peopleWanted({ servings }: OwnRecipe, search: URLSearchParams): number | null {
  if (servings === null || servings <= 0) return null
  const shown = factorOf(search, servings).mul(servings)
  return shown.equals(servings) ? servings * 2 : Math.max(1, Math.round(shown.valueOf()))
}
