/** A draft in the browser's storage, to recover from a crash or a closed tab. */

import {
  arrayOf,
  either,
  nullable,
  number,
  objectOf,
  oneOf,
  type Schema,
  text,
  time,
  withDefault,
} from '../browser/schema'
import { type ByField, CONTENT_FIELDS, type FieldKind, kindOf } from '../recipe/fields'
import type { Language } from '../recipe/recipe'
import type { ContentValues } from '../recipe/recipe-content'
import type { Base, Draft, DraftValues } from './draft'

export interface StoredDraft {
  readonly id: string
  /** Time of storing in ISO 8601, by this browser's clock. */
  readonly savedAt: string
  /** Base of the draft; newer changes by others are merged into it. */
  readonly base: Base
  readonly draft: Draft
}

/** Expiry of an unused draft, in milliseconds. */
export const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000

const lineFields = { kind: oneOf(['line']), quantity: text, unit: text, name: text, note: text }
const line = objectOf({ ...lineFields, text })
const headingFields = { kind: oneOf(['heading']), text }
const language = nullable(oneOf<Language>(['en', 'es', 'fr']))
const nutrition = objectOf({ calories: text, fat: text, carbs: text, protein: text })

const CONTENT: Schemas<ContentValues> = {
  text,
  paragraphs: text,
  url: text,
  minutes: nullable(number),
  count: nullable(number),
  ingredients: arrayOf(either(line, objectOf(headingFields))),
  steps: arrayOf(either(text, objectOf({ heading: text }))),
  tags: arrayOf(text),
  language,
  nutrition,
}

const DRAFT: Schemas<DraftValues> = {
  text,
  paragraphs: text,
  url: text,
  minutes: objectOf({ hours: text, minutes: text }),
  count: text,
  ingredients: arrayOf(
    either(objectOf({ ...lineFields, key: text, source: nullable(line) }), objectOf({ ...headingFields, key: text })),
  ),
  steps: arrayOf(either(objectOf({ ...headingFields, key: text }), objectOf({ key: text, text }))),
  tags: arrayOf(text),
  language,
  nutrition,
}

/** Schema of a stored draft. Values of another shape are rejected. */
export const STORED_DRAFT: Schema<StoredDraft> = objectOf<StoredDraft>({
  id: text,
  savedAt: time,
  base: objectOf<Base>({ version: number, content: objectOf(ofFields(CONTENT)) }),
  draft: objectOf<Draft>({ ...ofFields(DRAFT), tagText: text }),
})

type Schemas<Values extends { readonly [Kind in FieldKind]: unknown }> = {
  readonly [Kind in FieldKind]: Schema<Values[Kind]>
}

type SchemasByField<Values extends { readonly [Kind in FieldKind]: unknown }> = {
  readonly [Field in keyof ByField<Values>]: Schema<ByField<Values>[Field]>
}

/** Schemas of all fields, from the schemas of their kinds. */
function ofFields<Values extends { readonly [Kind in FieldKind]: unknown }>(
  schemas: Schemas<Values>,
): SchemasByField<Values> {
  // Each field has the schema of its kind; the compiler cannot check this.
  return Object.fromEntries([
    ...CONTENT_FIELDS.map((field) => [field, schemas[kindOf(field)]]),
    // Accepts drafts stored before recipes had authors.
    ['author', withDefault(schemas.text, '')],
  ]) as unknown as SchemasByField<Values>
}
