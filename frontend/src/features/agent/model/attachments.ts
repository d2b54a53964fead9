/** What can be sent along with a question, within the bounds of lambdas/agent/src/validation.rs. */
import type { FileKind } from '../../../shared/lib/importing/file-kind'

export const MOST_IMAGES = 4
export const MOST_DOCUMENTS = 2
/** Bytes of all pictures and files of a message. */
export const MOST_ATTACHED_BYTES = 700_000
/** UTF-8 bytes of a message's text. */
export const MOST_TEXT_BYTES = 20_000
/** A picture is made as small as this where it can be, so that there is room for others. */
const ROOM_OF_A_PICTURE = 250_000
const LONGEST_NAME = 100

export interface Attachment {
  readonly key: string
  readonly kind: 'image' | 'document'
  readonly format: string
  readonly name: string
  readonly blob: Blob
}

/** Why something is not attached. */
export type AttachProblem = 'kind' | 'unreadable' | 'tooMany' | 'tooLarge'

/** What a file would be attached as; null where the assistant cannot take it. `isForeign`: it has to become a JPEG first. */
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

/** How many bytes one more may have; a problem where there is no room for another of its kind. */
export function roomFor(kind: Attachment['kind'], attached: readonly Attachment[]): number | AttachProblem {
  const most = kind === 'image' ? MOST_IMAGES : MOST_DOCUMENTS
  if (attached.filter((one) => one.kind === kind).length >= most) return 'tooMany'
  const room = MOST_ATTACHED_BYTES - attached.reduce((sum, { blob }) => sum + blob.size, 0)
  if (room <= 0) return 'tooLarge'
  return kind === 'image' ? Math.min(room, ROOM_OF_A_PICTURE) : room
}

/** What an attachment is called; the end of a long name says most. */
export function attachmentName(name: string): string {
  const short = Array.from(name.trim())
  return short.length <= LONGEST_NAME ? short.join('') : `…${short.slice(1 - LONGEST_NAME).join('')}`
}

/** The UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
