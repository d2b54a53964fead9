import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseOf } from '../../../shared/lib/editing/draft'
import type { Ingredient, Recipe } from '../../../shared/lib/recipe/recipe'
import { fieldsOf, type RecipeContent } from '../../../shared/lib/recipe/recipe-content'
import { aRecipe } from '../../../shared/lib/test-support'
import { isOwnChange, type PageAgain, pageNews } from './page-changes'

const line = (text: string, fields: Partial<Ingredient> = {}): Ingredient => ({
  name: text,
  quantity: '',
  unit: '',
  note: null,
  text,
  group: null,
  stepMapping: [],
  doubt: null,
  ...fields,
})
const soup = aRecipe({
  title: 'Leek soup',
  ingredients: [line('leeks'), line('stock'), line('cream')],
  instructions: ['Cut the leeks.', 'Simmer them.', 'Serve.'],
})
const contentOf = (fields: Partial<Recipe> = {}): RecipeContent => baseOf({ ...soup, ...fields }).content
const again = (now: Partial<Recipe>, lost: string[] = [], before: Partial<Recipe> = {}): PageAgain => ({
  now: { ...soup, ...now },
  before: { ...soup, ...before },
  lost,
})
const changesOf = (read: PageAgain, mine: RecipeContent) =>
  Object.fromEntries(pageNews(read, mine).changes.map((change) => [change.field, change.theirs[change.field]]))

describe('changes of the page that the recipe does not have', () => {
  it('are empty if the page is unchanged, whatever the user has edited', () => {
    for (const mine of [contentOf(), contentOf({ title: 'My soup', instructions: ['Eat.'], servings: 9 })]) {
      expect(pageNews(again({}), mine)).toEqual({ changes: [], missing: [], hasChanged: false })
    }
  })

  it('list each changed field with the value of the page', () => {
    const now = { title: 'Leek and potato soup', total_time: 50, yield: '1 pot', servings: 6, description: 'Better.' }
    expect(changesOf(again(now), contentOf())).toEqual(now)
  })

  it('keep user edits of fields that the page has not changed', () => {
    const mine = contentOf({
      title: 'My soup',
      ingredients: [line('leeks'), line('stock'), line('oat cream')],
      instructions: ['Cut the leeks.', 'Simmer them for an hour.', 'Serve.'],
    })
    const now = {
      instructions: ['Cut the leeks.', 'Simmer them.', 'Serve hot.'],
      ingredients: [line('two leeks'), ...soup.ingredients.slice(1)],
    }
    const changes = changesOf(again(now), mine)
    expect(Object.keys(changes)).toEqual(['ingredients', 'instructions'])
    expect(changes['instructions']).toEqual(['Cut the leeks.', 'Simmer them for an hour.', 'Serve hot.'])
    expect(changes['ingredients']).toMatchObject([{ text: 'two leeks' }, { text: 'stock' }, { text: 'oat cream' }])
  })

  it('offer a choice if both changed the same field', () => {
    const mine = contentOf({ title: 'My soup' })
    const [change] = pageNews(again({ title: 'Their soup' }), mine).changes
    expect(change?.theirs.title).toBe('Their soup')
    expect(change && isOwnChange(change)).toBe(true)
  })

  it('mark user edits, or unknown if the earlier content was lost', () => {
    const now = { title: 'Their soup', servings: 2, description: 'New.' }
    const mine = contentOf({ title: 'My soup', description: 'Mine.' })
    const { changes } = pageNews(again(now, ['description'], { description: null }), mine)
    expect(changes.map((change) => [change.field, isOwnChange(change)])).toEqual([
      ['title', true],
      ['description', null],
      ['servings', false],
    ])
  })

  it('omit what the recipe already has', () => {
    const mine = contentOf({ title: 'Their soup' })
    expect(pageNews(again({ title: 'Their soup' }), mine)).toEqual({ changes: [], missing: [], hasChanged: true })
  })

  it('never empty title, ingredients or steps, and report them as missing', () => {
    const { changes, missing } = pageNews(
      again({ title: null, ingredients: [], instructions: [], yield: '1 pot' }),
      contentOf(),
    )
    expect(changes.map(({ field }) => field)).toEqual(['yield'])
    expect(missing).toEqual(['title', 'ingredients', 'instructions'])
  })

  it('ignore lines that are only parsed differently now', () => {
    const parts = line('2 large leeks', { quantity: '2', unit: 'large', name: 'leeks' })
    const others = line('2 large leeks', { quantity: '2', unit: '', name: 'large leeks' })
    const fields = { ingredients: [parts] }
    expect(pageNews(again({ ingredients: [others] }, [], fields), contentOf(fields)).changes).toEqual([])
  })
})

const text = fc.constantFrom('', 'a pot', 'b pots', 'c pots')
const rows = fc.subarray(['Cut it.', 'Boil it.', 'Fry the rest.', 'Serve with bread.', 'Eat.'], { minLength: 1 })
const says = fc.record({
  title: fc.constantFrom('Soup', 'Stew', 'Broth'),
  instructions: rows,
  ingredients: rows.map((all) => all.map((one) => line(one))),
  servings: fc.constantFrom(null, 2, 4),
  yield: text.map((one) => (one === '' ? null : one)),
})

it('for any three contents nothing is invented, and taking one change affects no other', () => {
  fc.assert(
    fc.property(says, says, says, (before, now, own) => {
      const read = again(now, [], before)
      const mine = contentOf(own)
      const { changes } = pageNews(read, mine)
      const known = [before, now, own].flatMap(({ instructions }) => instructions)
      for (const { theirs } of changes) for (const step of theirs.instructions) expect(known).toContain(step)
      const [first, ...others] = changes
      if (first === undefined) return
      const taken = { ...mine, ...fieldsOf(first.theirs, [first.field]) }
      const left = pageNews(read, taken).changes.filter(({ field }) => field !== first.field)
      expect(left.map(({ field, theirs }) => [field, theirs[field]])).toEqual(
        others.map(({ field, theirs }) => [field, theirs[field]]),
      )
      // A list reordered on both sides may merge differently again; values must not.
      if (first.field !== 'ingredients' && first.field !== 'instructions') {
        expect(pageNews(read, taken).changes).toHaveLength(others.length)
      }
    }),
    { numRuns: 300 },
  )
})
