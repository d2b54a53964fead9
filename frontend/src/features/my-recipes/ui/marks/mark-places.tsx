import { type ComponentType, createContext, use } from 'react'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/** Slot for the favourite toggle, taller than its line without affecting the layout. */
export function HeartPlace({ card, className }: { card: RecipeCard; className: string }) {
  const Heart = use(CardMarks)?.Heart
  return Heart === undefined ? null : (
    <span className={className}>
      <Heart card={card} />
    </span>
  )
}

/** Slot for the unsent-edits mark. */
export function EditMarkPlace({ id }: { id: string }) {
  const EditMark = use(CardMarks)?.EditMark
  return EditMark === undefined ? null : <EditMark id={id} />
}

/** Card marks, loaded after the rows. */
export interface CardMarkParts {
  readonly Heart: ComponentType<{ card: RecipeCard }>
  readonly EditMark: ComponentType<{ id: string }>
}

/** The card marks; null while they load. */
export const CardMarks = createContext<CardMarkParts | null>(null)
