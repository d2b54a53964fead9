import { expect, it } from 'vitest'
import type { Ingredient } from '../../../shared/lib/recipe/recipe'
import { aRecipe } from '../../../shared/lib/test-support'
import { allOf, applied, changesBetween, fits, isAll, isApplied, type Patch, readPatch } from './patch'
import { proposalOf } from './proposals'

const line = (text: string, fields: Partial<Ingredient> = {}): Ingredient => ({
  name: text,
  quantity: '',
  unit: '',
  note: '',
  text,
  group: null,
  stepMapping: [],
  doubt: null,
  ...fields,
})

const RECIPE = aRecipe({
  title: 'Soup',
  servings: 4,
  version: 7,
  ingredients: [line('200 ml cream', { group: 'Soup', stepMapping: [0] }), line('1 egg'), line('salt')],
  instructions: ['Stir the cream in.', 'Serve.'],
})

/** As Rust's `Patch` is serialized: empty fields are omitted. */
const SENT = {
  recipeId: RECIPE.id,
  version: 7,
  title: { before: 'Soup', after: 'Vegan soup' },
  lines: [
    {
      place: 0,
      before: '200 ml cream',
      after: {
        name: 'oat cream',
        quantity: '200',
        unit: 'ml',
        text: '200 ml oat cream',
        group: 'Soup',
        stepMapping: [0],
      },
      verdict: 'REPLACED',
      reasons: [{ code: 'SUBSTITUTED', words: 'A little thinner.' }],
    },
    { place: 1, before: '1 egg', after: null, verdict: 'LEFT_OUT', reasons: [{ code: 'DONE_WITHOUT' }] },
    { place: 2, before: 'salt', after: null, verdict: 'KEPT', reasons: [{ code: 'SUITS' }] },
    {
      place: null,
      before: null,
      after: { name: 'basil', quantity: '', unit: '', text: 'basil' },
      verdict: 'ADDED',
      reasons: [{ code: 'LATER_THAN_US' }],
    },
  ],
  steps: [
    { place: 0, before: 'Stir the cream in.', after: 'Stir the oat cream in.', verdict: 'REPLACED', reasons: [] },
    { place: 1, before: 'Serve.', after: null, verdict: 'CANNOT', reasons: [] },
  ],
  remarks: [
    { code: 'READ_EVERY_LABEL', diet: 'vegan' },
    { code: 'STEPS_NAME_MORE', steps: [1] },
    { code: 'SAID_LATER', more: 1 },
  ],
}

function patchOf(value: unknown): Patch {
  const patch = readPatch(value)
  if (patch === null) throw new Error('this is no patch')
  return patch
}
const PATCH = patchOf(SENT)
const texts = ({ ingredients }: { ingredients: readonly { text: string }[] }) => ingredients.map(({ text }) => text)

it('is decoded as sent, without unknown fields', () => {
  expect(PATCH.lines[3]?.reasons).toEqual([{ code: 'UNKNOWN', words: null }])
  expect(PATCH.remarks).toEqual([
    { code: 'READ_EVERY_LABEL', diet: 'vegan' },
    { code: 'STEPS_NAME_MORE', steps: [1] },
  ])
  expect(PATCH.servings).toBeNull()
})

it.each([[null], ['x'], [{ ...SENT, version: '7' }], [{ ...SENT, recipeId: '../x' }], [{ ...SENT, lines: [{}] }]])(
  '%j is none',
  (value) => {
    expect(readPatch(value)).toBeNull()
  },
)

it('changes accepted lines, and the recipe’s own fields only if all lines are accepted', () => {
  const all = applied(PATCH, RECIPE, allOf(PATCH))
  expect(texts(all)).toEqual(['200 ml oat cream', 'salt', 'basil'])
  expect(all.instructions).toEqual(['Stir the oat cream in.', 'Serve.'])
  expect(all.title).toBe('Vegan soup')
  expect(isApplied(PATCH, all)).toBe(true)

  const some = { lines: new Set([1]), steps: new Set<number>() }
  expect(isAll(PATCH, some)).toBe(false)
  const changed = applied(PATCH, RECIPE, some)
  expect(texts(changed)).toEqual(['200 ml cream', 'salt'])
  expect([changed.title, changed.instructions]).toEqual(['Soup', RECIPE.instructions])
  expect(isApplied(PATCH, changed)).toBe(false)

  const none = applied(PATCH, RECIPE, { lines: new Set(), steps: new Set() })
  expect(changesBetween(RECIPE, none)).toEqual({})
})

it('renames headings only if all lines are accepted', () => {
  const recipe = { ...RECIPE, stepHeadings: [{ step: 1, text: 'To finish' }] }
  const patch = patchOf({ ...SENT, stepHeadings: [{ before: 'To finish', after: 'Para terminar' }] })
  expect(applied(patch, recipe, allOf(patch)).stepHeadings).toEqual([{ step: 1, text: 'Para terminar' }])
  const some = applied(patch, recipe, { lines: new Set([0]), steps: new Set() })
  expect(some.stepHeadings).toEqual(recipe.stepHeadings)
})

it('moves headings with the steps that are left of their sections', () => {
  const recipe = {
    ...RECIPE,
    instructions: ['Sift.', 'Whisk.', 'Bake.', 'Glaze.'],
    stepHeadings: [
      { step: 0, text: 'Batter' },
      { step: 2, text: 'Oven' },
      { step: 3, text: 'Icing' },
    ],
  }
  const step = (place: number, verdict: string) => ({
    place,
    before: recipe.instructions[place],
    after: null,
    verdict,
    reasons: [],
  })
  const added = { place: null, before: null, after: 'Rest.', verdict: 'ADDED', reasons: [] }
  const steps = [step(0, 'LEFT_OUT'), step(1, 'KEPT'), added, step(2, 'LEFT_OUT'), step(3, 'KEPT')]
  const patch = patchOf({ ...SENT, lines: [], steps })
  const after = applied(patch, recipe, allOf(patch))
  expect(after.instructions).toEqual(['Whisk.', 'Rest.', 'Glaze.'])
  expect(after.stepHeadings).toEqual([
    { step: 0, text: 'Batter' },
    { step: 2, text: 'Icing' },
  ])
  expect(changesBetween(recipe, after)).toMatchObject({ stepHeadings: after.stepHeadings })
  const none = applied(patch, recipe, { lines: new Set(), steps: new Set() })
  expect(none.stepHeadings).toEqual(recipe.stepHeadings)
})

it('sends only changed fields, and undo sends the previous ones', () => {
  const after = applied(PATCH, RECIPE, { lines: new Set([0]), steps: new Set() })
  expect(changesBetween(RECIPE, after)).toEqual({
    ingredients: [
      { quantity: '200', unit: 'ml', name: 'oat cream', note: '', group: 'Soup' },
      { quantity: '', unit: '', name: '1 egg', note: '', group: null },
      { quantity: '', unit: '', name: 'salt', note: '', group: null },
    ],
  })
  expect(changesBetween(after, RECIPE).ingredients?.[0]).toMatchObject({ name: '200 ml cream' })
})

it('fits the recipe it was made for, even if marks have changed', () => {
  expect(fits(PATCH, RECIPE)).toBe(true)
  expect(fits(PATCH, { ...RECIPE, version: 9, favourite: true })).toBe(true)
  expect(fits(PATCH, { ...RECIPE, version: 8, ingredients: RECIPE.ingredients.slice(1) })).toBe(false)
  expect(fits(PATCH, { ...RECIPE, version: 8, instructions: ['Serve.', 'Stir the cream in.'] })).toBe(false)
  expect(fits(PATCH, { ...RECIPE, version: 8, title: 'My soup' })).toBe(false)
  expect(fits(PATCH, { ...RECIPE, id: 'f'.repeat(32) })).toBe(false)
})

it.each<[string, unknown, unknown]>([
  ['proposeEdit', SENT, { kind: 'edit', patch: PATCH }],
  ['proposeImport', { url: 'https://example.com/soup' }, { kind: 'import', url: 'https://example.com/soup' }],
  ['proposeImport', { url: 'javascript:alert(1)' }, null],
  ['proposeImport', { text: 'Soup' }, { kind: 'importText', text: 'Soup' }],
  ['proposeShopping', { recipeIds: [RECIPE.id] }, { kind: 'shopping', recipeIds: [RECIPE.id], servings: null }],
  ['proposeShopping', { recipeIds: [], servings: 4 }, null],
  ['proposeShopping', { recipeIds: ['../x'] }, null],
  ['timer', {}, null],
])('a %s with %j proposes what it says', (name, input, proposal) => {
  expect(proposalOf({ toolUseId: 't', name, input: JSON.stringify(input) })).toEqual(proposal)
})

it('input that is not JSON proposes nothing', () => {
  expect(proposalOf({ toolUseId: 't', name: 'proposeEdit', input: '{' })).toBeNull()
})
