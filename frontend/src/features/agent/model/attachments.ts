/** Attachments of a question, within the limits of lambdas/agent/src/validation.rs. */
import type { FileKind } from '../../../shared/lib/importing/file-kind'

export const MAX_IMAGES = 4
export const MAX_DOCUMENTS = 2
/** Limit of the total bytes of a message's attachments. */
export const MAX_ATTACHED_BYTES = 700_000
/** Limit of a message's text in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 20_000
/** Target size of a photo in bytes, which leaves room for others. */
const ROOM_OF_A_PICTURE = 250_000
const LONGEST_NAME = 100

export interface Attachment {
  readonly key: string
  readonly kind: 'image' | 'document'
  readonly format: string
  readonly name: string
  readonly blob: Blob
}

/** Reason why a file is not attached. */
export type AttachProblem = 'kind' | 'unreadable' | 'tooMany' | 'tooLarge'

/**
 * Kind and format of a file as an attachment; null if the assistant does not accept it. `isForeign`: must be converted
 * to JPEG.
 */
export function attachableAs(
  found: FileKind,
  name: string,
): { readonly kind: Attachment['kind']; readonly format: string; readonly isForeign: boolean } | null {
  if (found.kind === 'picture' || found.kind === 'foreign-picture') {
    const format = found.kind === 'picture' ? IMAGES[found.contentType] : undefined
    return { kind: 'image', format: format ?? 'jpeg', isForeign: format === undefined }
  }
  const format = endingOf(name) === 'csv' ? 'csv' : found.kind === 'file' ? DOCUMENTS[found.contentType] : undefined
  return format === undefined ? null : { kind: 'document', format, isForeign: false }
}

const IMAGES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
const DOCUMENTS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}

/** Bytes left for another attachment of this kind, or the reason why there is no room. */
export function roomFor(kind: Attachment['kind'], attached: readonly Attachment[]): number | AttachProblem {
  const most = kind === 'image' ? MAX_IMAGES : MAX_DOCUMENTS
  if (attached.filter((one) => one.kind === kind).length >= most) return 'tooMany'
  const room = MAX_ATTACHED_BYTES - attached.reduce((sum, { blob }) => sum + blob.size, 0)
  if (room <= 0) return 'tooLarge'
  return kind === 'image' ? Math.min(room, ROOM_OF_A_PICTURE) : room
}

/** Attachment name; long names keep their end. */
export function attachmentName(name: string): string {
  const short = Array.from(name.trim())
  return short.length <= LONGEST_NAME ? short.join('') : `…${short.slice(1 - LONGEST_NAME).join('')}`
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
