import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { OriginField, Reader } from '../../shared/lib/recipe/origins'
import type { Doubt } from '../../shared/lib/recipe/recipe'

/** Text of each import warning. */
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

/** Text of a warning code, with a general fallback. */
export function warningMessage(code: string): MessageDescriptor {
  const known = Object.hasOwn(warningMessages, code) ? warningMessages[code] : undefined
  return known ?? (warningMessages['UNKNOWN'] as MessageDescriptor)
}

/** Plain description of each reader. */
export const readerMessages: Record<Reader | 'unknown', MessageDescriptor> = defineMessages({
  jsonLd: { id: 'reader.jsonLd', defaultMessage: 'The recipe data that the page carries for search engines' },
  microdata: { id: 'reader.microdata', defaultMessage: 'The page’s text, where it is marked as a recipe' },
  rdfa: { id: 'reader.rdfa', defaultMessage: 'The page’s text, where it is marked as a recipe' },
  microformat: { id: 'reader.microformat', defaultMessage: 'The page’s text, where it is marked as a recipe' },
  plugin: { id: 'reader.plugin', defaultMessage: 'The recipe card that the page shows' },
  visible: { id: 'reader.visible', defaultMessage: 'The page’s text, found by its headings and lists' },
  page: { id: 'reader.page', defaultMessage: 'What the page says of itself: its heading, its preview' },
  text: { id: 'reader.text', defaultMessage: 'The lines of the picture or document' },
  export: { id: 'reader.export', defaultMessage: 'The other app’s file, where it is marked as a recipe' },
  sum: { id: 'reader.sum', defaultMessage: 'Worked out from other parts of the recipe' },
  assistant: { id: 'reader.assistant', defaultMessage: 'The assistant, which read it in these lines' },
  unknown: { id: 'reader.unknown', defaultMessage: 'The page' },
})

export const originFieldMessages: Record<OriginField, MessageDescriptor> = defineMessages({
  title: { id: 'origin.title', defaultMessage: 'Title' },
  description: { id: 'origin.description', defaultMessage: 'Description' },
  author: { id: 'origin.author', defaultMessage: 'Author' },
  pictureUrl: { id: 'origin.pictureUrl', defaultMessage: 'Picture' },
  ingredients: { id: 'origin.ingredients', defaultMessage: 'Ingredients' },
  instructions: { id: 'origin.instructions', defaultMessage: 'Steps' },
  prepMinutes: { id: 'origin.prepMinutes', defaultMessage: 'Preparation time' },
  cookMinutes: { id: 'origin.cookMinutes', defaultMessage: 'Cooking time' },
  totalMinutes: { id: 'origin.totalMinutes', defaultMessage: 'Total time' },
  servings: { id: 'origin.servings', defaultMessage: 'Servings' },
  yields: { id: 'origin.yields', defaultMessage: 'What it makes' },
  nutrition: { id: 'origin.nutrition', defaultMessage: 'Nutrition' },
  tags: { id: 'origin.tags', defaultMessage: 'Tags' },
  language: { id: 'origin.language', defaultMessage: 'Language' },
})

const sureness = defineMessages({
  sure: { id: 'sure.sure', defaultMessage: 'Sure' },
  fairly: { id: 'sure.fairly', defaultMessage: 'Fairly sure ({percent, number, percent})' },
  unsure: { id: 'sure.unsure', defaultMessage: 'Not sure ({percent, number, percent})' },
})

/** Confidence (percent) from which a reader counts as sure. */
export const SURE_PERCENT = 95

export function surenessMessage(percent: number): MessageDescriptor {
  if (percent >= SURE_PERCENT) return sureness.sure
  return percent >= 70 ? sureness.fairly : sureness.unsure
}

/** Why ingredient lines may be wrong; `count` is the number of lines. */
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

/** Text of a doubt; null if unknown to this build. */
export function doubtMessage(doubt: string): MessageDescriptor | null {
  return Object.hasOwn(doubtMessages, doubt) ? doubtMessages[doubt as Doubt] : null
}
