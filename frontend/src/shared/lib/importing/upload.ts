/** Upload types and limits of the contract (schema.graphql). */

export type UploadKind = 'PICTURE' | 'FILE' | 'PAGE'

export interface UploadPart {
  /** File name, at most 200 characters; null if it has none. */
  readonly name: string | null
  readonly contentType: string
  readonly size: number
}

/** Source of one recipe, or a file with several. Photos are pages in order; a file or page is single. */
export type SubmittedUpload = {
  /** A UUID v4 in lowercase, made by the client. */
  readonly submission: string
  readonly parts: readonly UploadPart[]
} & (
  | { readonly kind: 'PICTURE'; readonly url?: undefined }
  /** `url` is the address of the page that the text was copied from, if known. */
  | { readonly kind: 'FILE'; readonly url?: string | undefined }
  /** With the address of the page. */
  | { readonly kind: 'PAGE'; readonly url: string }
)

/** Maximum bytes per photo or file. */
export const MAX_BYTES = 20 * 1024 * 1024
/** Maximum photos per recipe. */
export const MAX_PICTURES = 10
export const LONGEST_NAME = 200

export const PASTED_TEXT = 'pasted.txt'

/** Shortens a file name from the start, because the extension tells its type. */
export function uploadName(name: string): string | null {
  const letters = Array.from(name.trim())
  return letters.length === 0 ? null : letters.slice(-LONGEST_NAME).join('')
}
