import { withExactNutrition } from '../recipe/nutrition'
import type { Recipe } from '../recipe/recipe'
import { cooklang } from './cooklang'
import { jsonLd, jsonLdOfAll } from './json-ld'
import { markdown } from './markdown'
import type { SavedFile } from './save-file'
import { type ZippedFile, zip } from './zip'

export const EXPORT_FORMATS = ['json-ld', 'markdown', 'cooklang'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** @param origin of the app, for image URLs. */
export function fileOfRecipe(recipe: Recipe, format: ExportFormat, origin: string): SavedFile {
  const { type, write } = FORMATS[format]
  return { name: fileName(recipe, format), type, content: write(withExactNutrition(recipe), origin, new Map()) }
}

/**
 * Several recipes as one file: a JSON document, or an archive with a file for each.
 * @param stem of the file name.
 */
export function fileOfRecipes(
  recipes: readonly Recipe[],
  format: ExportFormat,
  origin: string,
  stem: string,
): SavedFile {
  if (format === 'json-ld') {
    const { extension, type } = FORMATS[format]
    return { name: `${stem}.${extension}`, type, content: jsonLdOfAll(recipes.map(withExactNutrition), origin) }
  }
  const { write } = FORMATS[format]
  const taken = new Set<string>()
  const names = recipes.map((recipe) => unused(fileName(recipe, format), taken))
  const files = new Map(recipes.map(({ id }, index) => [id, names[index] ?? '']))
  const written = recipes.map(
    (recipe, index): ZippedFile => ({
      name: names[index] ?? '',
      text: write(withExactNutrition(recipe), origin, files),
    }),
  )
  return { name: `${stem}.zip`, type: 'application/zip', content: zip(written) }
}

interface Format {
  readonly extension: string
  readonly type: string
  /** @param files names of the files in the same archive, by recipe id */
  readonly write: (recipe: Recipe, origin: string, files: ReadonlyMap<string, string>) => string
}

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  'json-ld': { extension: 'json', type: 'application/ld+json', write: jsonLd },
  markdown: { extension: 'md', type: 'text/markdown', write: (recipe, _, files) => markdown(recipe, files) },
  cooklang: { extension: 'cook', type: 'text/plain', write: cooklang },
}

function fileName({ title }: Recipe, format: ExportFormat): string {
  return `${fileStem(title)}.${FORMATS[format].extension}`
}

/** Maximum number of characters without the extension; short enough for all systems. */
const LONGEST_STEM = 80

/** Converts a title to a file name without characters or names that some systems forbid. */
export function fileStem(title: string | null): string {
  const stem = (title ?? '')
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = Array.from(stem).slice(0, LONGEST_STEM).join('')
  const named = short.replace(/^[. ]+|[. ]+$/g, '')
  return named === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(named) ? `recipe${named && ` ${named}`}` : named
}

/** Makes the name unique with a number. Compares without case, for case-insensitive file systems. */
function unused(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name.slice(0, dot)} (${number})${name.slice(dot)}`
    const key = tried.toLowerCase().normalize('NFC')
    if (taken.has(key)) continue
    taken.add(key)
    return tried
  }
}
