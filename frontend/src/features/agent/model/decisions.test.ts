import { expect, it } from 'vitest'
import { decisionOf, MAX_DECISIONS } from './decisions'
import { allOf, type Patch, readPatch } from './patch'

const line = (place: number | null, before: string | null, after: string | null, verdict: string) => ({
  place,
  before,
  after: after === null ? null : { name: after, quantity: '', unit: '', text: after },
  verdict,
  reasons: [],
})
const patchOf = (lines: readonly unknown[], steps: readonly unknown[] = []): Patch => {
  const patch = readPatch({ recipeId: 'a'.repeat(32), version: 1, lines, steps, remarks: [] })
  if (patch === null) throw new Error('no patch')
  return patch
}
const PATCH = patchOf(
  [
    line(0, '200 ml cream', '200 ml oat cream', 'REPLACED'),
    line(1, '1 egg', null, 'LEFT_OUT'),
    line(2, 'salt', null, 'KEPT'),
    line(null, null, 'basil', 'ADDED'),
  ],
  [{ place: 0, before: 'Stir.', after: 'Stir well.', verdict: 'REPLACED', reasons: [] }],
)

it('lists accepted and refused changes, without unchanged lines', () => {
  expect(decisionOf('t-0', PATCH, { lines: new Set([0, 3]), steps: new Set([0]) })).toEqual({
    proposal: 't-0',
    accepted: ['200 ml cream → 200 ml oat cream', ' → basil', 'Stir. → Stir well.'],
    refused: ['1 egg → '],
    isTakenBack: false,
  })
  expect(decisionOf('t-0', PATCH, allOf(PATCH)).refused).toEqual([])
})

it('reports an undone proposal', () => {
  const { accepted, refused, isTakenBack } = decisionOf('t-0', PATCH, null)
  expect([accepted, refused.length, isTakenBack]).toEqual([[], 4, true])
})

it('stays within the byte limit, however long the lines are', () => {
  const long = patchOf(Array.from({ length: 60 }, (_, at) => line(at, 'é'.repeat(400), 'ñ'.repeat(400), 'REPLACED')))
  const half = { lines: new Set(Array.from({ length: 30 }, (_, at) => at)), steps: new Set<number>() }
  const decisions = Array.from({ length: MAX_DECISIONS }, (_, at) => decisionOf(`${'q'.repeat(60)}-${at}`, long, half))
  expect(decisions[0]?.accepted.length).toBeGreaterThan(0)
  expect(decisions[0]?.refused.length).toBeGreaterThan(0)
  expect(new TextEncoder().encode(JSON.stringify(decisions)).length).toBeLessThan(7_500)
})
