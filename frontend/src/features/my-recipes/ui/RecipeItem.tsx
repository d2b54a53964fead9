import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import type { View } from '../model/list-query'
import { RecipeCardView } from './RecipeCardView'
import { RecipeRowView } from './RecipeRowView'

/** What can be done with an item of the list; the same object on every render, so that only changed items are drawn. */
export interface ItemActions {
  /** Rejects with a `Problem`. */
  readonly onRetry: (id: string) => Promise<void>
  readonly onRemove: (card: RecipeCard) => void
  /** Stops an upload that is under way. */
  readonly onCancel: (id: string) => void
  readonly onToggle: (id: string, range: boolean) => void
}

interface RecipeItemProps extends ItemActions {
  recipe: ShownRecipe
  view: View
  selecting: boolean
  selected: boolean
}

/** One recipe in the list and how it is selected: by its box, by a long press, or by any press while selecting. */
export const RecipeItem = memo(function RecipeItem({
  recipe,
  view,
  selecting,
  selected,
  onRetry,
  onRemove,
  onCancel,
  onToggle,
}: RecipeItemProps) {
  const { id } = recipe.card
  const press = useLongPress(() => onToggle(id, false))

  const onClickCapture = (event: MouseEvent) => {
    if (press.wasLong()) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const target = event.target instanceof Element ? event.target : null
    if (!selecting || target?.closest('[data-select]') != null) return
    event.preventDefault()
    event.stopPropagation()
    onToggle(id, event.shiftKey)
  }

  const Look = view === 'grid' ? RecipeCardView : RecipeRowView
  return (
    // The press is a second way to what the box does; the box is the one for keyboards.
    <div
      {...press.handlers}
      onClickCapture={onClickCapture}
      data-item={id}
      data-selected={selected}
      className={`relative h-full rounded-2xl ${selecting ? 'cursor-pointer select-none' : ''} ${selected ? 'outline-3 outline-accent' : ''}`}
    >
      <Look recipe={recipe} onRetry={onRetry} onRemove={onRemove} onCancel={onCancel} plain={selecting} />
      <SelectBox card={recipe.card} view={view} selecting={selecting} selected={selected} onToggle={onToggle} />
    </div>
  )
})

interface SelectBoxProps {
  card: RecipeCard
  view: View
  selecting: boolean
  selected: boolean
  onToggle: ItemActions['onToggle']
}

/** Shows itself under a mouse; while selecting it is always there, and the item's one stop for the keyboard. */
function SelectBox({ card, view, selecting, selected, onToggle }: SelectBoxProps) {
  const intl = useIntl()
  const untitled = intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Recipe without a title' })
  const shift = useRef(false)
  const name = card.title ?? card.url ?? card.sourceName ?? untitled
  return (
    <label
      data-select
      className={`absolute z-1 grid size-11 cursor-pointer place-items-center ${view === 'grid' ? 'top-0.5 left-0.5' : 'top-1/2 left-0.5 -translate-y-1/2'} ${selecting ? '' : 'opacity-0 focus-within:opacity-100 group-hover/item:opacity-100 pointer-coarse:hidden'}`}
    >
      <span className="grid place-items-center rounded-lg bg-surface p-1 shadow-card">
        <input
          type="checkbox"
          checked={selected}
          tabIndex={selecting ? 0 : -1}
          aria-label={intl.formatMessage({ id: 'card.select', defaultMessage: 'Select {name}' }, { name })}
          onKeyDown={(event: KeyboardEvent) => {
            shift.current = event.shiftKey
          }}
          onClick={(event) => {
            shift.current = event.shiftKey || shift.current
          }}
          onChange={() => {
            onToggle(card.id, shift.current)
            shift.current = false
          }}
          className="size-5.5 cursor-pointer accent-accent"
        />
      </span>
    </label>
  )
}

const LONG_MS = 450
const STILL_PX = 10

/** A finger that rests. A mouse has the box, and its long press is for dragging. */
function useLongPress(onLong: () => void) {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; x: number; y: number; long: boolean }>({
    x: 0,
    y: 0,
    long: false,
  })
  const stop = () => clearTimeout(state.current.timer)
  return {
    /** Whether the click that comes now ended a long press; it asks once. */
    wasLong: () => {
      const { long } = state.current
      state.current.long = false
      return long
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        state.current.long = false
        if (event.pointerType === 'mouse' || !event.isPrimary) return
        stop()
        state.current.x = event.clientX
        state.current.y = event.clientY
        state.current.timer = setTimeout(() => {
          state.current.long = true
          onLong()
        }, LONG_MS)
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = state.current
        if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu: (event: MouseEvent) => {
        // The browser's own menu on the same press would cover what was just selected.
        if (state.current.long) event.preventDefault()
      },
    },
  }
}
