import { type Place, readPlace } from './place-on-page'

/** Provenance of the parts of a recipe, from the raw extraction (`externalApiJson`). */

/** Readers known to this build; a newer server may have more. */
const READERS = [
  'jsonLd',
  'microdata',
  'rdfa',
  'microformat',
  'plugin',
  'visible',
  'page',
  'text',
  'video',
  'export',
  'sum',
  'assistant',
] as const
export type Reader = (typeof READERS)[number]

/** Fields with an origin, in display order. */
export const ORIGIN_FIELDS = [
  'title',
  'description',
  'author',
  'pictureUrl',
  'ingredients',
  'instructions',
  'prepMinutes',
  'cookMinutes',
  'totalMinutes',
  'servings',
  'yields',
  'nutrition',
  'tags',
  'language',
] as const
export type OriginField = (typeof ORIGIN_FIELDS)[number]

export interface Origin {
  /** Null for a reader that this build does not know. */
  readonly reader: Reader | null
  /** Path in the source, such as `script[2]/recipeIngredient[4]`; may be empty. */
  readonly path: string
  /** Confidence in percent. */
  readonly confidence: number
  /** Original text of a repaired line. */
  readonly insteadOf: string | null
  /** Place on the pages of an upload; null if there is none. */
  readonly place: Place | null
}

export interface Origins {
  readonly fields: ReadonlyMap<OriginField, Origin>
  /** Origins of single ingredient lines, by index. */
  readonly lines: ReadonlyMap<number, Origin>
  /** Origins of single steps, by index. */
  readonly steps: ReadonlyMap<number, Origin>
  /** Ingredient lines as extracted; null if they were too long to store. */
  readonly texts: readonly string[] | null
  /** Steps as extracted; null if they were too long to store. */
  readonly stepTexts: readonly string[] | null
}

/** Parses the raw extraction and skips unknown values. Null if it has no provenance. */
export function readOrigins(json: string | null): Origins | null {
  const extraction = parse(json)
  const entries = isRecord(extraction) ? extraction['provenance'] : null
  if (!isRecord(extraction) || !Array.isArray(entries)) return null
  const fields = new Map<OriginField, Origin>()
  const lines = new Map<number, Origin>()
  const steps = new Map<number, Origin>()
  for (const entry of entries as unknown[]) {
    if (!isRecord(entry)) continue
    const field = ORIGIN_FIELDS.find((name) => name === entry['field'])
    const origin = readOrigin(entry)
    if (field === undefined || origin === null) continue
    const { index } = entry
    if (typeof index !== 'number') fields.set(field, origin)
    else if (field === 'ingredients') lines.set(index, origin)
    else if (field === 'instructions') steps.set(index, origin)
  }
  const content = extraction['content']
  return { fields, lines, steps, texts: readTexts(content), stepTexts: readStepTexts(content) }
}

/**
 * Origin of an ingredient line. `changed` if the line is not in the extraction because a user wrote it. A line without
 * its own origin has that of the list, or null.
 */
export function originOfLine(
  { fields, lines, texts }: Origins,
  index: number,
  text: string,
): Origin | 'changed' | null {
  // Lines may have moved since the import, so the line is found by its text.
  const place = texts === null || texts[index] === text ? index : texts.indexOf(text)
  if (place < 0) return 'changed'
  const [line, list] = [lines.get(place), fields.get('ingredients')]
  if (line === undefined) return list ?? null
  // A repaired line comes from another reader, so the list's path does not apply.
  return line.path === '' && list?.reader === line.reader ? { ...line, path: list.path } : line
}

/** Place of an ingredient line on the pages; null if a user wrote it or if there is none. */
export function placeOfLine({ lines, texts }: Origins, index: number, text: string): Place | null {
  return placeOf(lines, texts, index, text)
}

/** Place of a step on the pages; null if a user wrote it or if there is none. */
export function placeOfStep({ steps, stepTexts }: Origins, index: number, text: string): Place | null {
  return placeOf(steps, stepTexts, index, text)
}

/** Finds the line by its text, because lines may have moved since the import. */
function placeOf(
  origins: ReadonlyMap<number, Origin>,
  texts: readonly string[] | null,
  index: number,
  text: string,
): Place | null {
  const was = texts === null || texts[index] === text ? index : texts.indexOf(text)
  return origins.get(was)?.place ?? null
}

function readOrigin(entry: Record<string, unknown>): Origin | null {
  const { reader, path, confidence, insteadOf } = entry
  if (typeof confidence !== 'number') return null
  return {
    reader: READERS.find((name) => name === reader) ?? null,
    path: typeof path === 'string' ? path : '',
    confidence,
    insteadOf: typeof insteadOf === 'string' && insteadOf !== '' ? insteadOf : null,
    place: readPlace(entry['place']),
  }
}

function readTexts(content: unknown): string[] | null {
  const ingredients = isRecord(content) ? content['ingredients'] : null
  if (!Array.isArray(ingredients)) return null
  return (ingredients as unknown[]).map((line) =>
    isRecord(line) && typeof line['text'] === 'string' ? line['text'] : '',
  )
}

function readStepTexts(content: unknown): string[] | null {
  const steps = isRecord(content) ? content['instructions'] : null
  return Array.isArray(steps) ? (steps as unknown[]).map((step) => (typeof step === 'string' ? step : '')) : null
}

function parse(json: string | null): unknown {
  if (json === null) return null
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
