/** Converts files to attachments in the browser. Photos are scaled down until they fit. */
import { newRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { type Attachment, type AttachProblem, attachableAs, attachmentName, roomFor } from './attachments'

/** Longer side in pixels and JPEG quality, tried in order until the photo fits. */
const TRIES = [
  [1568, 0.85],
  [1280, 0.8],
  [1024, 0.75],
  [800, 0.7],
  [640, 0.6],
] as const

/** The attachment, or the reason it is refused. Never rejects. */
export async function attach(file: File, attached: readonly Attachment[]): Promise<Attachment | AttachProblem> {
  try {
    return await attachment(file, attached)
  } catch {
    // A folder, or a file moved since it was chosen.
    return 'unreadable'
  }
}

async function attachment(file: File, attached: readonly Attachment[]): Promise<Attachment | AttachProblem> {
  const { fileKind, HEAD_BYTES } = await import('../../../shared/lib/importing/prepare')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const as = attachableAs(fileKind(head, file.name, file.type), file.name)
  if (as === null) return 'kind'
  if (file.size === 0) return 'unreadable'
  const room = roomFor(as.kind, attached)
  if (typeof room === 'string') return room
  const { kind, format } = as
  const made = (blob: Blob, its = format): Attachment => ({
    key: newRecipeId(),
    kind,
    format: its,
    name: attachmentName(file.name),
    blob,
  })
  if (kind === 'document') {
    const blob = ['pdf', 'docx'].includes(format) ? file : await asUtf8(file)
    return blob.size > room ? 'tooLarge' : made(blob)
  }
  if (!as.isForeign && file.size <= room) return made(file)
  const blob = await shrunk(file, room)
  return blob === null ? (as.isForeign ? 'kind' : 'tooLarge') : made(blob, 'jpeg')
}

/** Text files that are not UTF-8 are assumed to be Windows-1252. */
async function asUtf8(file: File): Promise<Blob> {
  const bytes = await file.arrayBuffer()
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return file
  } catch {
    return new Blob([new TextDecoder('windows-1252').decode(bytes)], { type: 'text/plain' })
  }
}

/**
 * JPEG of at most `mostBytes`, or null if the image cannot be decoded or does not fit. createImageBitmap applies the
 * EXIF orientation.
 */
async function shrunk(file: Blob, mostBytes: number): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  try {
    for (const [longest, quality] of TRIES) {
      const blob = await jpegOf(bitmap, longest, quality)
      if (blob !== null && blob.size <= mostBytes) return blob
    }
    return null
  } finally {
    // Frees tens of megabytes without waiting for garbage collection.
    bitmap.close()
  }
}

async function jpegOf(bitmap: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const { fitted } = await import('../../../shared/lib/importing/prepare')
  const { width, height } = fitted(bitmap, longest)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  // Transparent pixels would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(blob)
  })
}
