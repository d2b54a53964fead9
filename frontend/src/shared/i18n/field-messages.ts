import { defineMessage, type MessageDescriptor } from 'react-intl'
import type { ContentField } from '../lib/recipe/fields'

export interface FieldMessages {
  readonly label: MessageDescriptor
  /** Label next to the value, if different. */
  readonly shortLabel?: MessageDescriptor
  readonly hint?: MessageDescriptor
  readonly placeholder?: MessageDescriptor
}

/** Texts of a recipe's fields, separate from the table of fields, which code without a page uses. */
export const fieldMessages = {
  title: {
    label: defineMessage({ id: 'edit.field.title', defaultMessage: 'Title' }),
  },
  description: {
    label: defineMessage({ id: 'edit.field.description', defaultMessage: 'Description' }),
  },
  ingredients: {
    label: defineMessage({ id: 'edit.field.ingredients', defaultMessage: 'Ingredients' }),
  },
  instructions: {
    label: defineMessage({ id: 'edit.field.instructions', defaultMessage: 'Steps' }),
  },
  prep_time: {
    label: defineMessage({ id: 'edit.field.prep_time', defaultMessage: 'Prep time' }),
    shortLabel: defineMessage({ id: 'recipe.prep', defaultMessage: 'Prep' }),
  },
  cook_time: {
    label: defineMessage({ id: 'edit.field.cook_time', defaultMessage: 'Cook time' }),
    shortLabel: defineMessage({ id: 'recipe.cook', defaultMessage: 'Cook' }),
  },
  total_time: {
    label: defineMessage({ id: 'edit.field.total_time', defaultMessage: 'Total time' }),
    shortLabel: defineMessage({ id: 'recipe.total', defaultMessage: 'Total' }),
  },
  servings: {
    label: defineMessage({ id: 'edit.field.servings', defaultMessage: 'Servings' }),
    shortLabel: defineMessage({ id: 'recipe.servings', defaultMessage: 'Servings' }),
  },
  yield: {
    label: defineMessage({ id: 'edit.field.yield', defaultMessage: 'Makes' }),
    shortLabel: defineMessage({ id: 'recipe.yield', defaultMessage: 'Makes' }),
    placeholder: defineMessage({ id: 'edit.yield.placeholder', defaultMessage: 'e.g. 24 cookies' }),
  },
  tags: {
    label: defineMessage({ id: 'edit.field.tags', defaultMessage: 'Tags' }),
    hint: defineMessage({ id: 'edit.tags.hint', defaultMessage: 'Press Enter after each.' }),
  },
  language: {
    label: defineMessage({ id: 'edit.field.language', defaultMessage: 'Recipe language' }),
  },
  url: {
    label: defineMessage({ id: 'edit.field.url', defaultMessage: 'Source' }),
  },
  author: {
    label: defineMessage({ id: 'edit.field.author', defaultMessage: 'Author' }),
  },
  nutrition: {
    label: defineMessage({ id: 'edit.field.nutrition', defaultMessage: 'Nutrition per serving' }),
  },
  notes: {
    label: defineMessage({ id: 'edit.field.notes', defaultMessage: 'Notes' }),
    hint: defineMessage({ id: 'edit.notes.hint', defaultMessage: 'Only you can see these.' }),
  },
} as const satisfies Readonly<Record<ContentField, FieldMessages>>

export function shortLabelOf(field: ContentField): MessageDescriptor {
  const { label, shortLabel = label }: FieldMessages = fieldMessages[field]
  return shortLabel
}
