import type { Recipe } from '../recipe/recipe'
import { cooklang } from './cooklang'
import { jsonLd, jsonLdOfAll } from './json-ld'
import { markdown } from './markdown'
import type { SavedFile } from './save-file'
import { type ZippedFile, zip } from './zip'

export const EXPORT_FORMATS = ['json-ld', 'markdown', 'cooklang'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** @param origin of the app, for pictures' addresses. */
export function fileOfRecipe(recipe: Recipe, format: ExportFormat, origin: string): SavedFile {
  const { extension, type, write } = FORMATS[format]
  return { name: `${fileStem(recipe.title)}.${extension}`, type, content: write(recipe, origin) }
}

/** All of them in one file: one JSON document, or an archive with a file each. @param stem the file's name. */
export function fileOfRecipes(
  recipes: readonly Recipe[],
  format: ExportFormat,
  origin: string,
  stem: string,
): SavedFile {
  if (format === 'json-ld') {
    const { extension, type } = FORMATS[format]
    return { name: `${stem}.${extension}`, type, content: jsonLdOfAll(recipes, origin) }
  }
  const taken = new Set<string>()
  const files = recipes.map((recipe): ZippedFile => {
    const { name, content } = fileOfRecipe(recipe, format, origin)
    return { name: unused(name, taken), text: content as string }
  })
  return { name: `${stem}.zip`, type: 'application/zip', content: zip(files) }
}

const FORMATS: Readonly<
  Record<ExportFormat, { extension: string; type: string; write: (recipe: Recipe, origin: string) => string }>
> = {
  'json-ld': { extension: 'json', type: 'application/ld+json', write: jsonLd },
  markdown: { extension: 'md', type: 'text/markdown', write: markdown },
  cooklang: { extension: 'cook', type: 'text/plain', write: cooklang },
}

/** Characters; with an ending it is a name that every system takes. */
const LONGEST_STEM = 80

/** A title as the name of a file, without what some systems do not take. */
export function fileStem(title: string | null): string {
  const stem = (title ?? '')
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = Array.from(stem).slice(0, LONGEST_STEM).join('')
  const named = short.replace(/^[. ]+|[. ]+$/g, '')
  return named === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(named) ? `recipe${named && ` ${named}`}` : named
}

/** The name, numbered where it is taken; systems that do not tell cases apart must not lose one either. */
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
