import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { RecipePart } from '../lib/feedback/feedback'

/** Names of the recipe parts in the report of a wrong import. */
export const partMessages: Readonly<Record<RecipePart, MessageDescriptor>> = defineMessages({
  INGREDIENTS: { id: 'part.INGREDIENTS', defaultMessage: 'The ingredients' },
  STEPS: { id: 'part.STEPS', defaultMessage: 'The steps' },
  TITLE: { id: 'part.TITLE', defaultMessage: 'The title' },
  TIMES: { id: 'part.TIMES', defaultMessage: 'The times' },
  PICTURE: { id: 'part.PICTURE', defaultMessage: 'The picture' },
  OTHER: { id: 'part.OTHER', defaultMessage: 'Something else' },
})
