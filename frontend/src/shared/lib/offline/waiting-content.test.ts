import { describe, expect, it } from 'vitest'
import { baseOf, draftOf } from '../editing/draft'
import { CONTENT_FIELDS, type FieldKind, mapFields } from '../recipe/fields'
import type { Recipe } from '../recipe/recipe'
import { type ContentValues, contentOf, fieldsOf, type RecipeContent } from '../recipe/recipe-content'
import { aLine, aRecipe } from '../test-support'
import { withWaitingEdit } from './waiting-content'
import type { WaitingEdit } from './waiting-edits'

const stored = aRecipe({
  description: 'Simple.',
  author: 'Ann',
  ingredients: [{ ...aLine('lentils'), stepMapping: [0, 1], doubt: 'PARTS' }, aLine('water')],
  instructions: ['Boil.', 'Serve.'],
  stepHeadings: [{ step: 1, text: 'Last' }],
  yield: '1 pot',
  tags: [{ name: 'soup' }],
  notes: 'More salt.',
})

const EDITED: { readonly [Kind in FieldKind]: ContentValues[Kind] } = {
  text: 'Better',
  paragraphs: 'Two\nlines',
  url: 'https://kitchen.example/better',
  minutes: 75,
  count: 9,
  ingredients: [
    { kind: 'line', quantity: '', unit: '', name: 'lentils', note: '', text: 'lentils' },
    { kind: 'heading', text: 'For later' },
    { kind: 'line', quantity: '2', unit: 'l', name: 'stock', note: 'hot', text: '2 l stock, hot' },
  ],
  steps: ['Boil.', { heading: 'Then' }, 'Blend.'],
  tags: ['better', 'soup'],
  language: 'fr',
  nutrition: { calories: '100 kcal', fat: '1 g', carbs: '', protein: '' },
}

const CLEARED: { readonly [Kind in FieldKind]: ContentValues[Kind] } = {
  text: '',
  paragraphs: '',
  url: '',
  minutes: null,
  count: null,
  ingredients: [],
  steps: [],
  tags: [],
  language: null,
  nutrition: { calories: '', fat: '', carbs: '', protein: '' },
}

const base = baseOf(stored)

function editOf(changes: Partial<RecipeContent>): WaitingEdit {
  let key = 0
  const draft = draftOf({ ...base.content, ...changes }, () => `k${key++}`)
  return { id: stored.id, savedAt: '2026-11-22T10:00:00.000Z', base, draft }
}

describe('a recipe with a waiting edit', () => {
  it.each(CONTENT_FIELDS)('shows the changed %s, and the cleared one', (field) => {
    for (const values of [EDITED, CLEARED]) {
      const all = mapFields<ContentValues, ContentValues, 'content'>({ content: base.content }, (kind) => values[kind])
      const changes = fieldsOf(all, [field])
      const shown = withWaitingEdit(stored, editOf(changes))
      expect(contentOf(shown)).toEqual({ ...base.content, ...changes })
    }
  })

  it('keeps what was changed elsewhere', () => {
    const newer: Recipe = { ...stored, servings: 8, notes: 'Less salt.', version: 2 }
    expect(withWaitingEdit(newer, editOf({ title: 'Better' }))).toEqual({ ...newer, title: 'Better' })
  })

  it('keeps the steps of lines with the same name, and the doubt about unchanged lines', () => {
    const line = { kind: 'line', quantity: '', unit: '', name: 'lentils', note: '', text: 'lentils' } as const
    const more = { ...line, quantity: '2', text: '2 lentils' }
    const [same, changed, other] = [line, more, { ...line, name: 'peas', text: 'peas' }].map(
      (item) => withWaitingEdit(stored, editOf({ ingredients: [item] })).ingredients[0],
    )
    expect(same).toMatchObject({ stepMapping: [0, 1], doubt: 'PARTS' })
    expect(changed).toMatchObject({ stepMapping: [0, 1], doubt: null })
    expect(other).toMatchObject({ stepMapping: [], doubt: null })
  })

  it.each<[string, string[], number[]]>([
    ['moved', ['Sort.', 'Boil.', 'Serve.'], [1, 2]],
    ['deleted', ['Serve.'], [0]],
    ['rewritten', ['Boil it.', 'Serve.'], [0, 1]],
    ['exchanged', ['Serve.', 'Boil.'], [1, 0]],
  ])('maps lines to %s steps', (_, instructions, expected) => {
    const { ingredients } = withWaitingEdit(stored, editOf({ instructions }))
    expect(ingredients[0]?.stepMapping).toEqual(expected)
  })

  it('has no counted line in the place of another line', () => {
    const counted = (line: number) => ({ line, food: 'food', grams: 100, leftOut: null, corrected: false })
    const { nutritionalInformation: facts } = stored
    const computed = aRecipe({ ...stored, nutritionalInformation: { ...facts, lines: [counted(0), counted(1)] } })
    const ingredients = EDITED.ingredients.filter((item) => item.kind === 'line')
    const { nutritionalInformation } = withWaitingEdit(computed, editOf({ ingredients }))
    expect(nutritionalInformation.lines).toEqual([counted(0)])
  })

  it('shows edited nutrition as no longer from the page', () => {
    const { nutritionalInformation } = withWaitingEdit(stored, editOf({ nutrition: EDITED.nutrition }))
    expect(nutritionalInformation).toMatchObject({ status: 'SUCCESS', source: null, lines: [] })
  })
})
