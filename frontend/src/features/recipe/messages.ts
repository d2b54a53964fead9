import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { OriginField, Reader } from '../../shared/lib/recipe/origins'
import type { Doubt } from '../../shared/lib/recipe/recipe'

/** Text of each import warning. */
const warningMessages: Record<string, MessageDescriptor> = defineMessages({
  INGREDIENTS_MISSING: {
    id: 'warning.INGREDIENTS_MISSING',
    defaultMessage: 'We found no ingredients on the page. Check the original.',
  },
  INSTRUCTIONS_MISSING: {
    id: 'warning.INSTRUCTIONS_MISSING',
    defaultMessage: 'We found no steps on the page. Check the original.',
  },
  TITLE_MISSING: {
    id: 'warning.TITLE_MISSING',
    defaultMessage: 'The page has no recipe title.',
  },
  TEXT_GARBLED: {
    id: 'warning.TEXT_GARBLED',
    defaultMessage: 'We couldn’t read some letters on the page. Check the original.',
  },
  PAGE_CUT: {
    id: 'warning.PAGE_CUT',
    defaultMessage: 'The page is too long, so its end may be missing here. Check the original.',
  },
  LIMIT_REACHED: {
    id: 'warning.LIMIT_REACHED',
    defaultMessage: 'This recipe is too long for us. The rest is in the original.',
  },
  JSON_UNREADABLE: {
    id: 'warning.JSON_UNREADABLE',
    defaultMessage: 'Some recipe data on the page is damaged. Check the original.',
  },
  VALUE_REFUSED: {
    id: 'warning.VALUE_REFUSED',
    defaultMessage: 'A time or link on the page was invalid, so we left it out.',
  },
  READ_BY_ASSISTANT: {
    id: 'warning.READ_BY_ASSISTANT',
    defaultMessage: 'The assistant read this recipe. Compare it with the original.',
  },
  UNKNOWN: {
    id: 'warning.UNKNOWN',
    defaultMessage: 'We couldn’t read part of the page. Check the original.',
  },
})

/** Text of a warning code, with a general fallback. */
export function warningMessage(code: string): MessageDescriptor {
  const known = Object.hasOwn(warningMessages, code) ? warningMessages[code] : undefined
  return known ?? (warningMessages['UNKNOWN'] as MessageDescriptor)
}

/** Plain description of each reader. */
export const readerMessages: Record<Reader | 'unknown', MessageDescriptor> = defineMessages({
  jsonLd: { id: 'reader.jsonLd', defaultMessage: 'The page’s recipe data for search engines' },
  microdata: { id: 'reader.microdata', defaultMessage: 'Text marked as a recipe on the page' },
  rdfa: { id: 'reader.rdfa', defaultMessage: 'Text marked as a recipe on the page' },
  microformat: { id: 'reader.microformat', defaultMessage: 'Text marked as a recipe on the page' },
  plugin: { id: 'reader.plugin', defaultMessage: 'The page’s recipe card' },
  visible: { id: 'reader.visible', defaultMessage: 'The page’s text, from its headings and lists' },
  page: { id: 'reader.page', defaultMessage: 'Page title and preview data' },
  text: { id: 'reader.text', defaultMessage: 'Lines of the photo or document' },
  video: { id: 'reader.video', defaultMessage: 'The video’s description' },
  export: { id: 'reader.export', defaultMessage: 'The other app’s file' },
  sum: { id: 'reader.sum', defaultMessage: 'Calculated from other parts of the recipe' },
  assistant: { id: 'reader.assistant', defaultMessage: 'Assistant, from these lines' },
  unknown: { id: 'reader.unknown', defaultMessage: 'The page' },
})

export const originFieldMessages: Record<OriginField, MessageDescriptor> = defineMessages({
  title: { id: 'origin.title', defaultMessage: 'Title' },
  description: { id: 'origin.description', defaultMessage: 'Description' },
  author: { id: 'origin.author', defaultMessage: 'Author' },
  pictureUrl: { id: 'origin.pictureUrl', defaultMessage: 'Photo' },
  ingredients: { id: 'origin.ingredients', defaultMessage: 'Ingredients' },
  instructions: { id: 'origin.instructions', defaultMessage: 'Steps' },
  prepMinutes: { id: 'origin.prepMinutes', defaultMessage: 'Prep time' },
  cookMinutes: { id: 'origin.cookMinutes', defaultMessage: 'Cook time' },
  totalMinutes: { id: 'origin.totalMinutes', defaultMessage: 'Total time' },
  servings: { id: 'origin.servings', defaultMessage: 'Servings' },
  yields: { id: 'origin.yields', defaultMessage: 'Makes' },
  nutrition: { id: 'origin.nutrition', defaultMessage: 'Nutrition' },
  tags: { id: 'origin.tags', defaultMessage: 'Tags' },
  language: { id: 'origin.language', defaultMessage: 'Language' },
})

const sureness = defineMessages({
  sure: { id: 'confidence.high', defaultMessage: 'Sure' },
  fairly: { id: 'confidence.medium', defaultMessage: 'Fairly sure ({percent, number, percent})' },
  unsure: { id: 'confidence.low', defaultMessage: 'Not sure ({percent, number, percent})' },
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
      'Part of {count, plural, one {this line} other {these lines}} was missing in the page’s data. We took it from the visible text.',
  },
  GUESSED: {
    id: 'doubt.GUESSED',
    defaultMessage:
      'We recognised {count, plural, one {this} other {these}} from the wording; the page doesn’t mark {count, plural, one {it as an ingredient} other {them as ingredients}}.',
  },
  PARTS: {
    id: 'doubt.PARTS',
    defaultMessage: 'We’re not sure about the amount in this line.',
  },
})

/** Text of a doubt; null if unknown to this build. */
export function doubtMessage(doubt: string): MessageDescriptor | null {
  return Object.hasOwn(doubtMessages, doubt) ? doubtMessages[doubt as Doubt] : null
}
