/** Uploads as the contract (schema.graphql) bounds them. */

export type UploadKind = 'PICTURE' | 'FILE' | 'PAGE'

/** One picture or file of an upload. */
export interface UploadPart {
  /** The file's own name, at most 200 characters; null when it has none. */
  readonly name: string | null
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

/** What one recipe, or one file of several, is made of. Pictures are its pages in order; a file or page is alone. */
export interface SubmittedUpload {
  readonly kind: UploadKind
  /** A UUID v4 in lowercase, made here. */
  readonly submission: string
  readonly parts: readonly UploadPart[]
  /** Of a page, and only of one: where it was sent from. */
  readonly url?: string
}

/** Bytes of one picture or file. */
export const MOST_BYTES = 20 * 1024 * 1024
/** Pictures of one recipe. */
export const MOST_PICTURES = 10
export const LONGEST_NAME = 200

/** What pasted text is called: it has no name of its own. */
export const PASTED_TEXT = 'pasted.txt'

/** A file's name as it is told to the server; the end of a long one is what tells its kind. */
export function uploadName(name: string): string | null {
  const letters = Array.from(name.trim())
  return letters.length === 0 ? null : letters.slice(-LONGEST_NAME).join('')
}
