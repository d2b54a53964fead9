/**
 * Submissions that the server has not confirmed yet. They are stored in the browser, so they survive a lost connection
 * and a closed tab. The client generates the id, so sending a submission again is idempotent. Upload bytes are large,
 * so they are stored separately (`shared/api/uploads/upload-storage`).
 */

import { arrayOf, checked, either, nullable, number, objectOf, oneOf, type Schema, text, time } from '../browser/schema'
import type { ProblemCode } from '../errors'
import { MAX_PICTURES, type SubmittedUpload, type UploadPart } from '../importing/upload'
import type { Language, RecipeCard } from '../recipe/recipe'

export interface Submission {
  readonly id: string
  /** An address, photos, a file or a page. */
  readonly source: string | SubmittedUpload
  readonly language: Language
  /** Time of the submission in ISO 8601, by this browser's clock. */
  readonly createdAt: string
  /** Failure of the last attempt; null while one is running. */
  readonly problem: ProblemCode | null
  /** ISO 8601 time before which the server accepts no retry; null if not known. */
  readonly again: string | null
}

/** A card with the time of its next attempt. */
export type SubmittedCard = RecipeCard & Pick<Submission, 'again'>

/** The card shown until the server has the recipe. */
export function cardOfSubmission({ id, source, language, createdAt, problem, again }: Submission): SubmittedCard {
  const upload = typeof source === 'string' ? null : source
  return {
    id,
    title: null,
    description: null,
    author: null,
    url: typeof source === 'string' ? source : (source.url ?? null),
    part: null,
    imageUrl: null,
    status: problem === null ? 'PENDING' : 'FAILED',
    stage: null,
    language,
    tags: [],
    ingredientNames: [],
    total_time: null,
    servings: null,
    nutritionStatus: 'PENDING',
    errorCode: problem,
    again,
    pictureSubmissionUUID: upload?.kind === 'PICTURE' ? upload.submission : null,
    fileSubmissionUUID: upload?.kind === 'FILE' ? upload.submission : null,
    sourceName: upload?.parts[0]?.name ?? null,
    importSummary: null,
    credit: null,
    favourite: false,
    rating: null,
    collections: [],
    lastMadeOn: null,
    version: 0,
    createdAt,
    updatedAt: createdAt,
  }
}

const PART: Schema<UploadPart> = objectOf({
  name: nullable(text),
  contentType: text,
  size: checked(number, Number.isInteger),
})

const OF_ANY_KIND = {
  submission: checked(text, (id: string) => /^[0-9a-f-]{36}$/.test(id)),
  parts: checked(arrayOf(PART), ({ length }) => length > 0 && length <= MAX_PICTURES),
}
const UPLOAD: Schema<SubmittedUpload> = either(
  objectOf({ ...OF_ANY_KIND, kind: oneOf(['PAGE', 'FILE']), url: text }),
  objectOf({ ...OF_ANY_KIND, kind: oneOf(['PICTURE', 'FILE']) }),
)

const STORED = objectOf({
  id: checked(text, (id) => /^[0-9a-f]{32}$/.test(id)),
  language: oneOf<Language>(['en', 'es', 'fr']),
  createdAt: time,
})

// Older builds stored an address as `url`.
const SOURCE = either(objectOf({ source: either(text, UPLOAD) }), objectOf({ url: text }))

/** Schema of a stored submission, which is read as pending. */
export const SUBMISSION: Schema<Submission> = (value) => {
  const [stored, from] = [STORED(value), SOURCE(value)]
  if (stored === undefined || from === undefined) return undefined
  return { ...stored, source: 'source' in from ? from.source : from.url, problem: null, again: null }
}
