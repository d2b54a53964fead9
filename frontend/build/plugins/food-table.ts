import { readFileSync } from 'node:fs'

/** Reads the data of lambdas/recipe at build time. */

const CRATE = new URL('../../../lambdas/recipe/', import.meta.url)
export const LANGUAGES = ['en', 'es', 'fr'] as const

export const readOfCrate = (path: string): string => readFileSync(new URL(path, CRATE), 'utf8')

/** String arrays of a TOML text, by key. */
export function listsOf(toml: string): [name: string, texts: string[]][] {
  const lists = toml.matchAll(/^(\w+) = (\[[^\]]*\])/gm)
  // Valid JSON except for a trailing comma.
  return Array.from(lists, ([, name = '', texts = '']) => [name, JSON.parse(texts.replace(/,\s*\]/, ']')) as string[]])
}

/** The text of a TOML section. Throws if it is missing. */
export function sectionOf(toml: string, heading: string): string {
  const [, section] = `\n${toml}`.split(`\n[${heading}]\n`)
  if (section === undefined) throw new Error(`there is no [${heading}]`)
  return section.split('\n[')[0] ?? ''
}

/** A row of the food table: names per language, the usual one first, and cells by column. */
export interface FoodRow {
  readonly names: (language: (typeof LANGUAGES)[number]) => string[]
  readonly cell: (column: string) => string
}

export function foodsOf(file: string): FoodRow[] {
  const [head = '', ...lines] = readOfCrate(`foods/${file}.tsv`).trim().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = new Map(line.split('\t').map((cell, at) => [columns[at] ?? '', cell]))
    const cell = (column: string) => cells.get(column) ?? ''
    return { cell, names: (language) => cell(language).split('|').filter(Boolean) }
  })
}
