import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { RecipePart } from '../lib/feedback/feedback'

/** Names of the recipe parts in the report of a wrong import. */
export const partMessages: Readonly<Record<RecipePart, MessageDescriptor>> = defineMessages({
  INGREDIENTS: { id: 'part.INGREDIENTS', defaultMessage: 'Ingredients' },
  STEPS: { id: 'part.STEPS', defaultMessage: 'Steps' },
  TITLE: { id: 'part.TITLE', defaultMessage: 'Title' },
  TIMES: { id: 'part.TIMES', defaultMessage: 'Times' },
  PICTURE: { id: 'part.PICTURE', defaultMessage: 'Photo' },
  OTHER: { id: 'part.OTHER', defaultMessage: 'Something else' },
})
