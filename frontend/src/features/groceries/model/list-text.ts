import { type Item, textOfItem } from './items'

/** The list as plain text: title, then items by aisle. */
export function textOfList(
  title: string,
  groups: readonly { readonly heading: string; readonly items: readonly Item[] }[],
): string {
  const aisles = groups.map(({ heading, items }) =>
    [heading, ...items.map((item) => `- ${textOfItem(item)}`)].join('\n'),
  )
  return [title, ...aisles].join('\n\n')
}
