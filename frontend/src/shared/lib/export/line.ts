import type { Ingredient, Recipe } from '../recipe/recipe'
import { linksOf } from '../recipe/recipe-links'

type Line = Pick<Ingredient, 'text' | 'quantity' | 'unit' | 'name' | 'note'>

/** The line as its source writes it, or joined from its parts, without line breaks. */
export function wholeLine(line: Line): string {
  return oneLine(line.text) || joinedParts(line)
}

/** Amount, unit, name and note as one line. */
export function joinedParts({ quantity, unit, name, note }: Line): string {
  const words = oneLine([quantity, unit, name].filter((part) => part.trim() !== '').join(' '))
  const more = oneLine(note ?? '')
  if (more === '') return words
  return words === '' ? more : `${words}, ${more}`
}

/** Collapses white space and trims. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

export interface LineGroup<Row> {
  readonly heading: string | null
  readonly lines: readonly Row[]
}

/** Splits lines into groups at each change of heading, in order. */
export function lineGroups<Row extends { readonly group: string | null }>(rows: readonly Row[]): LineGroup<Row>[] {
  const groups: { heading: string | null; lines: Row[] }[] = []
  for (const row of rows) {
    const heading = oneLine(row.group ?? '') || null
    const last = groups.at(-1)
    if (last !== undefined && last.heading === heading) last.lines.push(row)
    else groups.push({ heading, lines: [row] })
  }
  return groups
}

/** Lines with linked recipes that are in the same archive, and the names of their files. */
export function linkedFiles(recipe: Recipe, files: ReadonlyMap<string, string>): ReadonlyMap<Ingredient, string> {
  return new Map(
    linksOf(recipe).flatMap(({ line, recipe: id }): [Ingredient, string][] => {
      const [ingredient, file] = [recipe.ingredients[line], files.get(id)]
      return ingredient === undefined || file === undefined ? [] : [[ingredient, file]]
    }),
  )
}
