import { defineMessages, type MessageDescriptor } from 'react-intl'
import type { OriginField, Reader } from '../../shared/lib/recipe/origins'

/** In plain words, by what means something was found. */
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

/** From here on a reader is called sure. */
export const SURE_PERCENT = 95

/** How sure a reader is, told in three steps. */
export function surenessMessage(percent: number): MessageDescriptor {
  if (percent >= SURE_PERCENT) return sureness.sure
  return percent >= 70 ? sureness.fairly : sureness.unsure
}
