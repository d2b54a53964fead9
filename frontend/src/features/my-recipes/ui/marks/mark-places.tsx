import { type ComponentType, createContext, use } from 'react'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'

/** Where a card's heart stands, once it is here. It is higher than its line, which stays as high as it was. */
export function HeartPlace({ card, className }: { card: RecipeCard; className: string }) {
  const Heart = use(CardMarks)?.Heart
  return Heart === undefined ? null : (
    <span className={className}>
      <Heart card={card} />
    </span>
  )
}

/** Where a card says that changes of its recipe wait to be sent, once that is here. */
export function EditMarkPlace({ id }: { id: string }) {
  const EditMark = use(CardMarks)?.EditMark
  return EditMark === undefined ? null : <EditMark id={id} />
}

/** What stands on a card and comes after the rows. */
export interface CardMarkParts {
  /** Whether it is a favourite. */
  readonly Heart: ComponentType<{ card: RecipeCard }>
  /** Whether changes wait to be sent. */
  readonly EditMark: ComponentType<{ id: string }>
}

/** Null until they are here. */
export const CardMarks = createContext<CardMarkParts | null>(null)
