import { describe, expect, it } from 'vitest'
import { originOfLine, placeOfLine, placeOfStep, readOrigins } from './origins'
import { readPlace, widened } from './place-on-page'

const extraction = {
  verdict: { kind: 'recipe' },
  content: { ingredients: [{ text: '200 g flour' }, { text: '2 eggs' }, { text: 'salt' }] },
  provenance: [
    { field: 'title', reader: 'page', path: 'h1', confidence: 100 },
    { field: 'ingredients', reader: 'jsonLd', path: 'script[1]/recipeIngredient', confidence: 100 },
    { field: 'ingredients', index: 1, reader: 'visible', path: '', confidence: 80, insteadOf: 'eggs' },
    { field: 'ingredients', index: 2, reader: 'jsonLd', path: '', confidence: 60 },
    { field: 'instructions', index: 1, reader: 'visible', path: 'ol/li[2]', confidence: 70 },
    { field: 'servings', reader: 'crystalBall', path: '', confidence: 10 },
    { field: 'weather', reader: 'page', path: '', confidence: 10 },
    null,
    { field: 'yields' },
  ],
}
const whole = { reader: 'jsonLd', path: 'script[1]/recipeIngredient', confidence: 100, insteadOf: null, place: null }
const mended = { reader: 'visible', path: '', confidence: 80, insteadOf: 'eggs', place: null }

it('each field has its origin, and unknown values are skipped', () => {
  const origins = readOrigins(JSON.stringify(extraction))
  expect([...(origins?.fields ?? [])]).toEqual([
    ['title', { reader: 'page', path: 'h1', confidence: 100, insteadOf: null, place: null }],
    ['ingredients', whole],
    ['servings', { reader: null, path: '', confidence: 10, insteadOf: null, place: null }],
  ])
})

it.each([null, '', '{}', '[]', 'null', '{"provenance":null,"trimmed":["provenance"]}', '{"provenance":'])(
  'nothing is told by %s',
  (json) => {
    expect(readOrigins(json)).toBeNull()
  },
)

describe('origin of a line', () => {
  const origins = readOrigins(JSON.stringify(extraction))
  it.each([
    ['that was mended', 1, '2 eggs', mended],
    ['that stands where its list stands', 0, '200 g flour', whole],
    ['that was moved', 0, '2 eggs', mended],
    ['whose place is that of its list', 2, 'salt', { ...whole, confidence: 60 }],
    ['that a person has written', 1, '3 eggs', 'changed'],
  ])('%s', (_, index, text, expected) => {
    expect(origins === null ? null : originOfLine(origins, index, text)).toEqual(expected)
  })

  it('is found by index alone if the texts were not stored', () => {
    const trimmed = readOrigins(JSON.stringify({ ...extraction, content: { ingredients: null } }))
    expect(trimmed === null ? null : originOfLine(trimmed, 1, 'anything')).toEqual(mended)
  })
})

describe('place on a page', () => {
  const place = { page: 1, left: 100, top: 200, right: 5_000, bottom: 400 }
  const placed = readOrigins(
    JSON.stringify({
      content: { ingredients: [{ text: '200 g flour' }, { text: '2 eggs' }], instructions: ['Mix.', 'Bake.'] },
      provenance: [
        { field: 'ingredients', index: 1, reader: 'text', path: '', confidence: 80, place },
        {
          field: 'instructions',
          index: 0,
          reader: 'text',
          path: '',
          confidence: 80,
          place: { ...place, top: 500, bottom: 700 },
        },
      ],
    }),
  )

  it('is found for lines and steps after they were moved', () => {
    if (placed === null) throw new Error('there are origins')
    expect(placeOfLine(placed, 1, '2 eggs')).toEqual(place)
    expect(placeOfLine(placed, 0, '2 eggs')).toEqual(place)
    expect(placeOfLine(placed, 1, '3 eggs')).toBeNull()
    expect(placeOfLine(placed, 0, '200 g flour')).toBeNull()
    expect(placeOfStep(placed, 0, 'Mix.')).toMatchObject({ top: 500 })
    expect(placeOfStep(placed, 0, 'Bake.')).toBeNull()
  })

  it.each([
    null,
    {},
    { ...place, right: 100 },
    { ...place, top: 400 },
    { ...place, bottom: 10_001 },
    { ...place, left: -1 },
    { ...place, page: 0.5 },
    { ...place, page: '0' },
  ])('%j is none', (wrong) => {
    expect(readPlace(wrong)).toBeNull()
  })

  it('is widened up to the page border', () => {
    expect(widened({ page: 0, left: 10, top: 5_000, right: 9_990, bottom: 6_000 }, 60)).toEqual({
      page: 0,
      left: 0,
      top: 4_940,
      right: 10_000,
      bottom: 6_060,
    })
  })
})
