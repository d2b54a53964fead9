import type { Language } from '../../../shared/lib/recipe/recipe'
import type { Item, ListedLine, Source } from './items'

/** A line for tests, in the parts that the server tells apart. */
export function aLine(name: string, quantity = '', unit = '', note: string | null = null): ListedLine {
  const text = [quantity, unit, name].filter(Boolean).join(' ') + (note === null ? '' : `, ${note}`)
  return { name, quantity, unit, note, text }
}

/** Lines of one recipe for tests. */
export function aSource(lines: readonly ListedLine[], fields: Partial<Omit<Source, 'lines'>> = {}): Source {
  return { title: 'Soup', language: 'en', factor: '1', ...fields, lines }
}

/** Lines of one recipe in a language, for tests. */
export const inLanguage = (language: Language, ...lines: readonly ListedLine[]): Source => aSource(lines, { language })

/** What is to be bought, in short: "flour 200 g". Spaces that do not break are written as others. */
export function told(items: readonly Item[]): string[] {
  return items.map(({ name, amount }) => `${name} ${amount}`.trim().replace(/[\u00a0\u202f]/g, ' '))
}
