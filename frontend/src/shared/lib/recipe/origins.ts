import { type Place, readPlace } from './place-on-page'

/** Where each part of a recipe came from: what the raw extraction (`externalApiJson`) tells of it. */

/** Which means of reading found something; a newer server may know more. */
const READERS = [
  'jsonLd',
  'microdata',
  'rdfa',
  'microformat',
  'plugin',
  'visible',
  'page',
  'text',
  'export',
  'sum',
  'assistant',
] as const
export type Reader = (typeof READERS)[number]

/** In the order in which a recipe shows them. */
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
  /** Null for one that this build does not know. */
  readonly reader: Reader | null
  /** The place in the source, for instance `script[2]/recipeIngredient[4]`; may be empty. */
  readonly path: string
  /** How sure the reader is, in percent. */
  readonly confidence: number
  /** The words that the line took the place of, when it was mended. */
  readonly insteadOf: string | null
  /** Where it stands on the pages of an upload; null when it has no such place. */
  readonly place: Place | null
}

export interface Origins {
  /** Of each field as a whole. */
  readonly fields: ReadonlyMap<OriginField, Origin>
  /** Of ingredient lines that have a place of their own, by index. */
  readonly lines: ReadonlyMap<number, Origin>
  /** Of steps that have a place of their own, by index. */
  readonly steps: ReadonlyMap<number, Origin>
  /** The ingredient lines as they were read; null when they were too long to be kept. */
  readonly texts: readonly string[] | null
  /** The steps likewise. */
  readonly stepTexts: readonly string[] | null
}

/** Reads the raw extraction; what is not understood is passed over. Null when nothing is told. */
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
 * Where one ingredient line came from. `changed` when the line does not stand in the source: a person has written it.
 * A line without a place of its own stands where its whole list stands; null when that is not told either.
 */
export function originOfLine(
  { fields, lines, texts }: Origins,
  index: number,
  text: string,
): Origin | 'changed' | null {
  // Lines may have been moved, added and removed since: the text tells which one it was.
  const place = texts === null || texts[index] === text ? index : texts.indexOf(text)
  if (place < 0) return 'changed'
  const [line, list] = [lines.get(place), fields.get('ingredients')]
  if (line === undefined) return list ?? null
  // A mended line was found by another reader, and so not where the list stands.
  return line.path === '' && list?.reader === line.reader ? { ...line, path: list.path } : line
}

/** Where one ingredient line stands on the pages; null for one that a person has written, or that has no place. */
export function placeOfLine({ lines, texts }: Origins, index: number, text: string): Place | null {
  return placeOf(lines, texts, index, text)
}

/** Where one step stands on the pages, likewise. */
export function placeOfStep({ steps, stepTexts }: Origins, index: number, text: string): Place | null {
  return placeOf(steps, stepTexts, index, text)
}

/** Lines may have been moved, added and removed since: the text tells which one it was. */
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
