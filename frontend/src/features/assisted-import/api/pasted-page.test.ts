import { expect, it } from 'vitest'
import { MAX_PAGE_BYTES } from '../../../shared/lib/importing/sent-page-terms'
import { uploadOfPasted } from './pasted-page'

const PAGE = 'https://cook.example/soup'
const upload = (html: string, text: string) => uploadOfPasted({ html, text }, PAGE, 'a')

it('markup is sent as the page of its address', () => {
  const parts = [{ contentType: 'text/html', size: 13 }]
  expect(upload('<h1>Soup</h1>', 'Soup')).toMatchObject({ kind: 'PAGE', url: PAGE, parts })
})

it('text without markup, or with too much of it, is sent as a file', () => {
  const file = { kind: 'FILE', url: PAGE, parts: [{ name: 'pasted.txt', size: 4 }] }
  expect(upload('', 'Soup')).toMatchObject(file)
  expect(upload('a'.repeat(MAX_PAGE_BYTES + 1), 'Soup')).toMatchObject(file)
})

it('nothing is sent if nothing was pasted', () => {
  expect(upload(' ', '\n')).toBeNull()
})
