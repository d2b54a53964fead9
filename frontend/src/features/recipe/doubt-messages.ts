import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { Doubt } from '../../shared/lib/recipe/recipe'

/** Why ingredient lines are worth a second look; `count` says how many are meant. */
const doubtMessages: Record<Doubt, MessageDescriptor> = defineMessages({
  MENDED: {
    id: 'doubt.MENDED',
    defaultMessage:
      'The page’s data left out a part of {count, plural, one {this line} other {these lines}}; it was taken from what the page shows.',
  },
  GUESSED: {
    id: 'doubt.GUESSED',
    defaultMessage:
      'The page does not mark {count, plural, one {this as an ingredient; it was} other {these as ingredients; they were}} recognised by the wording.',
  },
  PARTS: {
    id: 'doubt.PARTS',
    defaultMessage: 'Zest is not sure which words here are the amount, which the ingredient and which a note.',
  },
})

/** The sentence for a doubt; null for one that this build does not know. */
export function doubtMessage(doubt: string): MessageDescriptor | null {
  return Object.hasOwn(doubtMessages, doubt) ? doubtMessages[doubt as Doubt] : null
}
