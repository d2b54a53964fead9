import { defineMessages, type MessageDescriptor, useIntl } from 'react-intl'
import type { Wish, WishKind } from '../model/wishes'

const names: Readonly<Record<Exclude<WishKind, 'servings'>, MessageDescriptor>> = defineMessages({
  vegan: { id: 'wish.vegan', defaultMessage: 'Vegan' },
  vegetarian: { id: 'wish.vegetarian', defaultMessage: 'Vegetarian' },
  gluten: { id: 'wish.gluten', defaultMessage: 'Less gluten' },
  metric: { id: 'wish.metric', defaultMessage: 'Metric units' },
  us: { id: 'wish.us', defaultMessage: 'US units' },
  en: { id: 'wish.en', defaultMessage: 'In English' },
  es: { id: 'wish.es', defaultMessage: 'In Spanish' },
  fr: { id: 'wish.fr', defaultMessage: 'In French' },
})

/** Label of a wish in the user's language. */
export function useWishNames(): (wish: Wish) => string {
  const intl = useIntl()
  return ({ kind, words }) =>
    kind === 'servings'
      ? intl.formatMessage(
          { id: 'wish.servings', defaultMessage: 'For {count, number}' },
          { count: Number(/\d+/.exec(words)?.[0] ?? 1) },
        )
      : intl.formatMessage(names[kind])
}
