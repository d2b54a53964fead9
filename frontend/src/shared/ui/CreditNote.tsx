import { defineMessages, FormattedMessage, type MessageDescriptor } from 'react-intl'
import type { RecipeCard } from '../lib/recipe/recipe'

type Credit = NonNullable<RecipeCard['credit']>

const messages: Readonly<Record<Credit, MessageDescriptor>> = defineMessages({
  HELD: { id: 'card.credit.HELD', defaultMessage: '1 credit on hold' },
  USED: { id: 'card.credit.USED', defaultMessage: '1 credit used' },
  GIVEN_BACK: { id: 'card.credit.GIVEN_BACK', defaultMessage: '1 credit refunded' },
})

/** State of the credit an import costs; nothing for a free import. */
export function CreditNote({ credit, className = '' }: { credit: RecipeCard['credit']; className?: string }) {
  if (credit === null) return null
  return (
    <span data-credit={credit} className={`inline-block text-sm text-muted ${className}`}>
      <FormattedMessage {...messages[credit]} />
    </span>
  )
}
