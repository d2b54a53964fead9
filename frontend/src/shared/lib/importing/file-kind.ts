/** File kind, from its first bytes and then its name; the browser's type is often missing or wrong. */

export type FileKind =
  /** An image format that the server reads. */
  | { readonly kind: 'picture'; readonly contentType: string }
  /** An image that must be converted to JPEG, if the browser can open it. */
  | { readonly kind: 'foreign-picture'; readonly heic: boolean }
  | { readonly kind: 'file'; readonly contentType: string }
  /** `picture`: its type or name says image. */
  | { readonly kind: 'unknown'; readonly picture: boolean }

/** Number of bytes needed for detection. */
export const HEAD_BYTES = 512

const OCTETS = 'application/octet-stream'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Content type by file extension. Exports of other recipe apps have no registered type. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['docx', DOCX],
  ['doc', 'application/msword'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['rtf', 'application/rtf'],
  ['epub', 'application/epub+zip'],
  ['zip', 'application/zip'],
  ['txt', 'text/plain'],
  ['text', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'text/html'],
  ['json', 'application/json'],
  ['jsonld', 'application/json'],
  ['xml', 'application/xml'],
  ['paprikarecipes', OCTETS],
  ['paprikarecipe', OCTETS],
  ['cook', 'text/plain'],
  ['mmf', 'text/plain'],
  ['mm', 'text/plain'],
  ['csv', 'text/plain'],
  ['tsv', 'text/plain'],
  ['yml', 'text/plain'],
  ['yaml', 'text/plain'],
  // MasterCook, RezKonv, CookML, Living Cookbook, Gourmet, Evernote, Crouton, Mela.
  ['mxp', 'text/plain'],
  ['mx2', 'text/plain'],
  ['rk', 'text/plain'],
  ['cml', 'text/plain'],
  ['fdx', 'text/plain'],
  ['grmt', 'text/plain'],
  ['enex', 'text/plain'],
  ['crumb', 'text/plain'],
  ['melarecipe', 'text/plain'],
  // Archives: MasterCook, Living Cookbook, COOKmate, Mela, RecetteTek.
  ['mz2', OCTETS],
  ['fdxz', OCTETS],
  ['mcb', OCTETS],
  ['melarecipes', OCTETS],
  ['rtk', OCTETS],
])

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/**
 * @param head the first `HEAD_BYTES` bytes, or all of a shorter file.
 * @param type the browser's content type, or empty.
 */
export function fileKind(head: Uint8Array, name: string, type: string): FileKind {
  const picture = pictureType(head)
  if (picture !== null) return { kind: 'picture', contentType: picture }
  const ending = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  const brand = latin(head, 4, 8) === 'ftyp' ? latin(head, 8, 12) : ''
  const heic = HEIC_BRANDS.includes(brand) || ending === 'heic' || ending === 'heif'
  if (heic || brand === 'avif') return { kind: 'foreign-picture', heic }
  // SVG may contain scripts, and the server does not render it.
  if (type === 'image/svg+xml' || ending === 'svg') return { kind: 'unknown', picture: true }
  const known = TYPES.get(ending) ?? magicType(head)
  if (known !== null) return { kind: 'file', contentType: known }
  if (type.startsWith('image/')) return { kind: 'foreign-picture', heic: false }
  return type.startsWith('text/') && isText(head)
    ? { kind: 'file', contentType: 'text/plain' }
    : { kind: 'unknown', picture: false }
}

function pictureType(head: Uint8Array): string | null {
  const begin = latin(head, 0, 4)
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin === '\x89PNG') return 'image/png'
  if (begin === 'GIF8') return 'image/gif'
  if (begin === 'RIFF' && latin(head, 8, 12) === 'WEBP') return 'image/webp'
  if (begin === 'II*\0' || begin === 'MM\0*') return 'image/tiff'
  // "BM" may start any text, so four reserved bytes must also be zero.
  if (begin.startsWith('BM') && latin(head, 6, 10) === '\0\0\0\0') return 'image/bmp'
  return null
}

function magicType(head: Uint8Array): string | null {
  const begin = latin(head, 0, 5)
  if (begin === '%PDF-') return 'application/pdf'
  if (begin === '{\\rtf') return 'application/rtf'
  if (begin.startsWith('PK\x03\x04')) return 'application/zip'
  return null
}

function isText(head: Uint8Array): boolean {
  return !head.includes(0)
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
