import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingOf, stepGroups, stepHeadings, stepItems, stepTexts } from './step-headings'

const CAKE = {
  instructions: ['Heat the oven.', 'Mix.', 'Bake.', 'Whip.'],
  stepHeadings: [
    { step: 1, text: 'Cake' },
    { step: 3, text: 'Cream' },
  ],
}

it('steps are split at their headings and numbered through', () => {
  const groups = stepGroups(CAKE).map(({ heading, steps }) => [heading, steps.map(({ number }) => number)])
  expect(groups).toEqual([
    [null, [1]],
    ['Cake', [2, 3]],
    ['Cream', [4]],
  ])
  expect([0, 1, 2, 3].map((step) => headingOf(CAKE, step))).toEqual([null, 'Cake', 'Cake', 'Cream'])
})

it('a recipe stored before there were headings has one group', () => {
  const old = { instructions: CAKE.instructions }
  expect(stepGroups(old).map(({ heading, steps }) => [heading, steps.length])).toEqual([[null, 4]])
  expect(headingOf(old, 2)).toBeNull()
  expect(stepGroups({ instructions: [] })).toEqual([])
})

describe('items', () => {
  it('are the steps with headings between them', () => {
    expect(stepItems(CAKE)).toEqual([
      'Heat the oven.',
      { heading: 'Cake' },
      'Mix.',
      'Bake.',
      { heading: 'Cream' },
      'Whip.',
    ])
  })

  it('become steps and headings again', () => {
    const recipe = fc.array(fc.record({ text: fc.string(), heading: fc.option(fc.string({ minLength: 1 })) }))
    fc.assert(
      fc.property(recipe, (all) => {
        const instructions = all.map(({ text }) => text)
        const headings = all.flatMap(({ heading }, step) => (heading === null ? [] : [{ step, text: heading }]))
        const items = stepItems({ instructions, stepHeadings: headings })
        expect([stepTexts(items), stepHeadings(items)]).toEqual([instructions, headings])
      }),
    )
  })

  it('keep the last of several headings, and none without a step', () => {
    const items = [{ heading: 'Day 1' }, { heading: 'Dough' }, 'Knead.', { heading: 'Nothing' }]
    expect(stepHeadings(items)).toEqual([{ step: 0, text: 'Dough' }])
  })
})
