import { fileKind, HEAD_BYTES } from './file-kind'
import { fitted, isLarge, isWorthIt, JPEG_QUALITY, type Size } from './picture-size'
import { MAX_BYTES, uploadName } from './upload'

/* Re-exported, so that bundling keeps them in one chunk with this file. */
export { fileKind, fitted, HEAD_BYTES }

export type Refusal = 'empty' | 'unreadable' | 'tooLarge' | 'heic' | 'picture' | 'file'

export interface Ready {
  readonly state: 'picture' | 'file'
  readonly name: string | null
  readonly contentType: string
  /** The file itself or its converted copy. */
  readonly blob: Blob
  /** Upright thumbnail as a `data:` URL; null if the browser cannot draw it. */
  readonly thumbnail: string | null
}

export type Prepared = Ready | { readonly state: 'refused'; readonly reason: Refusal }

/** Pixels of the longer side, for a screen with 2 device pixels per CSS pixel. */
const THUMBNAIL_PX = 320

/** Checks and converts a chosen file. Never rejects. */
export async function prepare(file: File): Promise<Prepared> {
  const name = uploadName(file.name)
  const head = await headOf(file)
  // A folder, or a file that was moved.
  if (head === null) return refused('unreadable')
  if (file.size === 0) return refused('empty')
  const found = fileKind(head, file.name, file.type)
  switch (found.kind) {
    case 'unknown':
      return refused(found.picture ? 'picture' : 'file')
    case 'file':
      if (file.size > MAX_BYTES) return refused('tooLarge')
      return { state: 'file', name, contentType: found.contentType, blob: file, thumbnail: null }
    case 'foreign-picture': {
      const bitmap = await opened(file)
      if (bitmap === null) return refused(found.heic ? 'heic' : 'picture')
      return use(bitmap, async () => {
        const copy = await jpegOf(bitmap, fitted(bitmap))
        return copy === null || copy.size > MAX_BYTES
          ? refused('tooLarge')
          : { state: 'picture', name, contentType: 'image/jpeg', blob: copy, thumbnail: thumbnailOf(bitmap) }
      })
    }
    case 'picture': {
      const original: Ready = {
        state: 'picture',
        name,
        contentType: found.contentType,
        blob: file,
        thumbnail: null,
      }
      const bitmap = await opened(file)
      // The server supports formats that browsers lack, and reports problems with the others.
      if (bitmap === null) return file.size > MAX_BYTES ? refused('tooLarge') : original
      return use(bitmap, async () => {
        const shown = { ...original, thumbnail: thumbnailOf(bitmap) }
        if (!isLarge(file.size, bitmap)) return shown
        const copy = await jpegOf(bitmap, fitted(bitmap))
        if (copy !== null && isWorthIt(file.size, bitmap, copy.size)) {
          return { ...shown, contentType: 'image/jpeg', blob: copy }
        }
        return file.size > MAX_BYTES ? refused('tooLarge') : shown
      })
    }
  }
}

function refused(reason: Refusal): Prepared {
  return { state: 'refused', reason }
}

async function headOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}

/** Browsers apply the EXIF orientation to a bitmap. */
async function opened(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

async function use(bitmap: ImageBitmap, act: () => Promise<Prepared>): Promise<Prepared> {
  try {
    return await act()
  } finally {
    // Free the bitmap's memory now.
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, { width, height }: Size): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  // Transparent pixels would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

function jpegOf(bitmap: ImageBitmap, size: Size): Promise<Blob | null> {
  const canvas = drawn(bitmap, size)
  return new Promise((resolve) => {
    if (canvas === null) resolve(null)
    else canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}

function thumbnailOf(bitmap: ImageBitmap): string | null {
  return drawn(bitmap, fitted(bitmap, THUMBNAIL_PX))?.toDataURL('image/jpeg', 0.7) ?? null
}
