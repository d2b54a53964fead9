import { readFileSync } from 'node:fs'

/** The server's own data of units, words and foods (lambdas/recipe), read when the app is built. */

const CRATE = new URL('../../../lambdas/recipe/', import.meta.url)
export const LANGUAGES = ['en', 'es', 'fr'] as const

/** The text of a file of the crate. */
export const readOfCrate = (path: string): string => readFileSync(new URL(path, CRATE), 'utf8')

/** The lists of texts of a TOML text, by the names that they stand under. */
export function listsOf(toml: string): [name: string, texts: string[]][] {
  const lists = toml.matchAll(/^(\w+) = (\[[^\]]*\])/gm)
  // Written as JSON is, save for a comma behind the last.
  return Array.from(lists, ([, name = '', texts = '']) => [name, JSON.parse(texts.replace(/,\s*\]/, ']')) as string[]])
}

/** What stands below a heading of a TOML text, up to the next one. Throws where there is no such heading. */
export function sectionOf(toml: string, heading: string): string {
  const [, section] = `\n${toml}`.split(`\n[${heading}]\n`)
  if (section === undefined) throw new Error(`there is no [${heading}]`)
  return section.split('\n[')[0] ?? ''
}

/** A food of the table: its names in a language, the usual one first, and the cells of its row by their columns. */
export interface FoodRow {
  readonly names: (language: (typeof LANGUAGES)[number]) => string[]
  readonly cell: (column: string) => string
}

/** The foods of one file of the table. */
export function foodsOf(file: string): FoodRow[] {
  const [head = '', ...lines] = readOfCrate(`foods/${file}.tsv`).trim().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = new Map(line.split('\t').map((cell, at) => [columns[at] ?? '', cell]))
    const cell = (column: string) => cells.get(column) ?? ''
    return { cell, names: (language) => cell(language).split('|').filter(Boolean) }
  })
}
