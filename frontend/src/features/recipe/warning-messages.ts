import { defineMessages, type MessageDescriptor } from 'react-intl'

/** What a cook should know of how the page was read, for each of the server's warnings. */
const warningMessages: Record<string, MessageDescriptor> = defineMessages({
  INGREDIENTS_MISSING: {
    id: 'warning.INGREDIENTS_MISSING',
    defaultMessage: 'The page has no ingredients that could be read. Open the original to see whether it names some.',
  },
  INSTRUCTIONS_MISSING: {
    id: 'warning.INSTRUCTIONS_MISSING',
    defaultMessage: 'The page has no steps that could be read. Open the original to see how it is cooked.',
  },
  TITLE_MISSING: {
    id: 'warning.TITLE_MISSING',
    defaultMessage: 'The page does not name its recipe.',
  },
  TEXT_GARBLED: {
    id: 'warning.TEXT_GARBLED',
    defaultMessage: 'Some letters on the page could not be read. Compare the words with the original.',
  },
  PAGE_CUT: {
    id: 'warning.PAGE_CUT',
    defaultMessage: 'The page is longer than Zest reads. Look at the original for what stands at its end.',
  },
  LIMIT_REACHED: {
    id: 'warning.LIMIT_REACHED',
    defaultMessage: 'The recipe is longer than Zest keeps. The rest of it stands in the original.',
  },
  JSON_UNREADABLE: {
    id: 'warning.JSON_UNREADABLE',
    defaultMessage: 'A part of the page’s recipe data is broken. Compare the recipe with the original.',
  },
  VALUE_REFUSED: {
    id: 'warning.VALUE_REFUSED',
    defaultMessage: 'A time or an address on the page made no sense and was left out.',
  },
  READ_BY_ASSISTANT: {
    id: 'warning.READ_BY_ASSISTANT',
    defaultMessage: 'The assistant read this, where our readers found no recipe. Compare it with the original.',
  },
  UNKNOWN: {
    id: 'warning.UNKNOWN',
    defaultMessage: 'A part of the page could not be read. Compare the recipe with the original.',
  },
})

/** The sentence for a code; one that this build does not know is told in general. */
export function warningMessage(code: string): MessageDescriptor {
  const known = Object.hasOwn(warningMessages, code) ? warningMessages[code] : undefined
  return known ?? (warningMessages['UNKNOWN'] as MessageDescriptor)
}
