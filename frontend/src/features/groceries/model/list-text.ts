import { type Item, textOfItem } from './items'

/**
 * The list as plain text: title, then items by aisle.
 * @param unscaled marks an amount that could not be scaled
 */
export function textOfList(
  title: string,
  unscaled: string,
  groups: readonly { readonly heading: string; readonly items: readonly Item[] }[],
): string {
  const aisles = groups.map(({ heading, items }) =>
    [heading, ...items.map((item) => `- ${textOfItem(item)}${item.isUnscaled ? ` (${unscaled})` : ''}`)].join('\n'),
  )
  return [title, ...aisles].join('\n\n')
}
