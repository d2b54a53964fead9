import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileKind, HEAD_BYTES } from './file-kind'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const picture = (contentType: string) => ({ kind: 'picture', contentType })
const file = (contentType: string) => ({ kind: 'file', contentType })

it.each([
  // A name that every object has.
  ['....', 'soup.constructor', '', { kind: 'unknown', picture: false }],
  // The bytes take precedence over the name.
  ['\xff\xd8\xff\xe0..', 'card.txt', 'text/plain', picture('image/jpeg')],
  ['\x89PNG\r\n', 'card', '', picture('image/png')],
  ['GIF89a', 'card', '', picture('image/gif')],
  ['RIFF....WEBP', 'card', '', picture('image/webp')],
  ['II*\0....', 'scan', '', picture('image/tiff')],
  ['MM\0*....', 'scan', '', picture('image/tiff')],
  ['BM....\0\0\0\0', 'scan', '', picture('image/bmp')],
  ['\0\0\0\x18ftypheic', 'IMG_1', '', { kind: 'foreign-picture', heic: true }],
  ['\0\0\0\x18ftypmif1', 'IMG_1', '', { kind: 'foreign-picture', heic: true }],
  ['\0\0\0\x18ftypavif', 'card.avif', 'image/avif', { kind: 'foreign-picture', heic: false }],
  ['....', 'IMG.HEIC', '', { kind: 'foreign-picture', heic: true }],
  ['....', 'card.jxl', 'image/jxl', { kind: 'foreign-picture', heic: false }],
  ['<svg onload=…>', 'card.svg', 'image/svg+xml', { kind: 'unknown', picture: true }],
  ['%PDF-1.7', 'scan', '', file('application/pdf')],
  ['PK\x03\x04', 'backup', '', file('application/zip')],
  ['PK\x03\x04', 'a.paprikarecipes', '', file('application/octet-stream')],
  ['PK\x03\x04', 'Soup.EPUB', '', file('application/epub+zip')],
  ['{\\rtf1', 'old', '', file('application/rtf')],
  ['BM is a fine soup, said', 'notes.txt', 'text/plain', file('text/plain')],
  ['MMMMM----- Recipe via', 'soup.mmf', '', file('text/plain')],
  ['# Soup', 'soup.md', '', file('text/markdown')],
  ['Soup', 'soup.rezept', 'text/x-recipe', file('text/plain')],
  ['\0\0\0\x18ftypmp42', 'film.mp4', 'video/mp4', { kind: 'unknown', picture: false }],
  ['\0\x01binary', 'soup.bin', 'text/plain', { kind: 'unknown', picture: false }],
  ['MZ\x90\0', 'setup.exe', 'application/x-msdownload', { kind: 'unknown', picture: false }],
])('tells %j called %s (%s)', (head, name, type, expected) => {
  expect(fileKind(bytes(head), name, type)).toEqual(expected)
})

it('returns a kind for any bytes and any name', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: HEAD_BYTES }), fc.string(), fc.string(), (head, name, type) => {
      expect(fileKind(head, name, type).kind).toMatch(/^(picture|foreign-picture|file|unknown)$/)
    }),
  )
})
