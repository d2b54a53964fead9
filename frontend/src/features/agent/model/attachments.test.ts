import { expect, it } from 'vitest'
import { fileKind } from '../../../shared/lib/importing/file-kind'
import { attach, base64Of } from './attach'
import { type Attachment, attachableAs, attachmentName, roomFor } from './attachments'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const PNG = '\x89PNG\r\n\x1a\n'

it.each([
  [PNG, 'a.png', 'image/png', { kind: 'image', format: 'png', isForeign: false }],
  ['\xff\xd8\xff\xe0', 'photo', '', { kind: 'image', format: 'jpeg', isForeign: false }],
  ['BM\x10\0\0\0\0\0\0\0', 'a.bmp', 'image/bmp', { kind: 'image', format: 'jpeg', isForeign: true }],
  ['\0\0\0\x18ftypheic', 'a.heic', '', { kind: 'image', format: 'jpeg', isForeign: true }],
  ['%PDF-1.7', 'a.pdf', '', { kind: 'document', format: 'pdf', isForeign: false }],
  ['flour;200', 'a.csv', 'text/csv', { kind: 'document', format: 'csv', isForeign: false }],
  ['flour', 'a.md', '', { kind: 'document', format: 'md', isForeign: false }],
  ['<p>', 'a.html', 'text/html', { kind: 'document', format: 'html', isForeign: false }],
  ['{\\rtf1', 'a.rtf', '', null],
  ['MZ\x90', 'a.exe', 'application/octet-stream', null],
  ['<svg/>', 'a.svg', 'image/svg+xml', null],
])('%j called %s is attached as what the assistant takes', (head, name, type, as) => {
  expect(attachableAs(fileKind(bytes(head), name, type), name)).toEqual(as)
})

const of = (kind: Attachment['kind'], size: number): Attachment => ({
  key: `${kind}${size}`,
  kind,
  format: 'png',
  name: 'a',
  blob: new Blob([new Uint8Array(size)]),
})

it.each<[Attachment['kind'], Attachment[], number | string]>([
  ['image', [], 250_000],
  ['document', [], 700_000],
  ['document', [of('image', 200_000)], 500_000],
  ['image', [of('document', 600_000)], 100_000],
  ['image', [1, 2, 3, 4].map((size) => of('image', size)), 'tooMany'],
  ['document', [of('document', 1), of('document', 2)], 'tooMany'],
  ['image', [of('document', 700_000)], 'tooLarge'],
])('there is room for one more %s', (kind, attached, room) => {
  expect(roomFor(kind, attached)).toBe(room)
})

it('a text in another encoding becomes UTF-8, and a file that is too large is refused', async () => {
  const latin = new File([bytes('cr\xe8me')], 'a.txt', { type: 'text/plain' })
  const attached = await attach(latin, [])
  if (typeof attached === 'string') throw new Error(attached)
  expect(attached).toMatchObject({ kind: 'document', format: 'txt', name: 'a.txt' })
  expect(atob(await base64Of(attached.blob))).toBe('cr\xc3\xa8me')
  expect(await attach(new File(['x'.repeat(700_001)], 'a.txt'), [])).toBe('tooLarge')
  expect(await attach(new File([], 'a.txt'), [])).toBe('unreadable')
  expect(await attach(new File([bytes('MZ')], 'a.exe'), [])).toBe('kind')
})

it('a long name keeps its end', () => {
  expect(attachmentName(`${'x'.repeat(300)}.pdf`)).toMatch(/^…x{95}\.pdf$/)
})
