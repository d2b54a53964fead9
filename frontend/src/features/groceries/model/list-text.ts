import { type Item, textOfItem } from './items'

/** A list as plain text: its title, then each aisle with what is to be bought there. */
export function textOfList(
  title: string,
  groups: readonly { readonly heading: string; readonly items: readonly Item[] }[],
): string {
  const aisles = groups.map(({ heading, items }) =>
    [heading, ...items.map((item) => `- ${textOfItem(item)}`)].join('\n'),
  )
  return [title, ...aisles].join('\n\n')
}
