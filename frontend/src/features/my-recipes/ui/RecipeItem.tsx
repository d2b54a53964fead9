import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import type { PictureTime } from '../../../shared/ui/RecipePicture'
import type { View } from '../model/list-query'
import { RecipeCardView } from './RecipeCardView'
import { RecipeRowView } from './RecipeRowView'

/** Item callbacks; a stable object, so that only changed items render. */
export interface ItemActions {
  /** Rejects with a `Problem`. */
  readonly onRetry: (id: string) => Promise<void>
  readonly onRemove: (card: RecipeCard) => void
  readonly onCancel: (id: string) => void
  readonly onToggle: (id: string, range: boolean) => void
}

interface RecipeItemProps extends ItemActions {
  recipe: ShownRecipe
  view: View
  selecting: boolean
  selected: boolean
  /** When its photo loads. */
  when: PictureTime
}

/** When the photo of an item loads: immediately in the first row, others as they come into view. */
export function whenOf(index: number): PictureTime {
  return index === 0 ? 'first' : index < FIRST_ROW ? 'soon' : 'in sight'
}

/** Items in the first row on wide screens. */
const FIRST_ROW = 4

/** List item, selectable by checkbox, long press, or any press while selecting. */
export const RecipeItem = memo(function RecipeItem({
  recipe,
  view,
  selecting,
  selected,
  when,
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
    // Pointer shortcut for the checkbox, which serves keyboard users.
    <div
      {...press.handlers}
      onClickCapture={onClickCapture}
      data-item={id}
      data-selected={selected}
      className={`relative h-full rounded-2xl ${selecting ? 'cursor-pointer select-none' : ''} ${selected ? 'outline-3 outline-accent' : ''}`}
    >
      <Look recipe={recipe} when={when} onRetry={onRetry} onRemove={onRemove} onCancel={onCancel} plain={selecting} />
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

/** Visible on hover; while selecting always visible and the item's only tab stop. */
function SelectBox({ card, view, selecting, selected, onToggle }: SelectBoxProps) {
  const intl = useIntl()
  const untitled = intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
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

/** Touch only: a mouse has the checkbox and drags on long press. */
function useLongPress(onLong: () => void) {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; x: number; y: number; long: boolean }>({
    x: 0,
    y: 0,
    long: false,
  })
  const stop = () => clearTimeout(state.current.timer)
  return {
    /** Whether the click ended a long press; resets the flag. */
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
        // Suppress the context menu after a long press.
        if (state.current.long) event.preventDefault()
      },
    },
  }
}
