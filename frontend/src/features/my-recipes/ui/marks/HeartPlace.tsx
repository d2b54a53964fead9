import { use } from 'react'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { CardMarks } from './card-marks'

/** Where a card's heart stands, once it is here. It is higher than its line, which stays as high as it was. */
export function HeartPlace({ card, className }: { card: RecipeCard; className: string }) {
  const Heart = use(CardMarks)?.Heart
  return Heart === undefined ? null : (
    <span className={className}>
      <Heart card={card} />
    </span>
  )
}
