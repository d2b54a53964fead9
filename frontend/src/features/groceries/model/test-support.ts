import type { Language } from '../../../shared/lib/recipe/recipe'
import type { Item, ListedLine, Source } from './items'

export function aLine(name: string, quantity = '', unit = '', note: string | null = null): ListedLine {
  const text = [quantity, unit, name].filter(Boolean).join(' ') + (note === null ? '' : `, ${note}`)
  return { name, quantity, unit, note, text }
}

export function aSource(lines: readonly ListedLine[], fields: Partial<Omit<Source, 'lines'>> = {}): Source {
  return { title: 'Soup', language: 'en', factor: '1', ...fields, lines }
}

export const inLanguage = (language: Language, ...lines: readonly ListedLine[]): Source => aSource(lines, { language })

/** Compact form for assertions, "flour 200 g", without non-breaking spaces. */
export function textsOf(items: readonly Item[]): string[] {
  return items.map(({ name, amount }) => `${name} ${amount}`.trim().replace(/[\u00a0\u202f]/g, ' '))
}
