import { describe, expect, it } from 'vitest'
import { aRecipe } from '../test-support'
import { baseOf, draftOf, emptyLine } from './draft'
import { STORED_DRAFT } from './stored-draft'

const base = baseOf(aRecipe({ instructions: ['Mix.'], tags: [{ name: 'bread' }] }))
const draft = {
  ...draftOf(base.content, () => 'k'),
  ingredients: [emptyLine('l'), { kind: 'heading', key: 'h', text: '' }],
}
const stored = { id: 'x', savedAt: '2026-11-21T12:00:00Z', base, draft }
const reread = (value: unknown) => STORED_DRAFT(JSON.parse(JSON.stringify(value)))

it('a stored draft is read back', () => {
  expect(reread(stored)).toEqual(stored)
})

it('a draft stored before recipes had authors is readable', () => {
  const { author: _, ...content } = base.content
  const { author: __, ...fields } = draft
  expect(reread({ ...stored, base: { ...base, content }, draft: fields })).toEqual(stored)
})

describe('a value that is not a draft is ignored', () => {
  const rows: [string, unknown][] = [
    ['nothing', null],
    ['a text', 'draft'],
    ['no time', { ...stored, savedAt: 'yesterday' }],
    ['no version', { ...stored, base: { content: base.content } }],
    ['a field that is missing', { ...stored, draft: { ...draft, notes: undefined } }],
    ['a number where a text belongs', { ...stored, draft: { ...draft, title: 4 } }],
    ['a row without a key', { ...stored, draft: { ...draft, instructions: [{ text: 'Mix.' }] } }],
    [
      'a line without its parts',
      { ...stored, draft: { ...draft, ingredients: [{ kind: 'line', key: 'l', source: null }] } },
    ],
    ['a language that nobody speaks here', { ...stored, draft: { ...draft, language: 'xx' } }],
    ['a base without its steps', { ...stored, base: { ...base, content: { ...base.content, instructions: 'Mix.' } } }],
  ]
  it.each(rows)('%s', (_, value) => {
    expect(STORED_DRAFT(value)).toBeUndefined()
  })
})
