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
const told = (read: PageAgain, mine: RecipeContent) =>
  Object.fromEntries(pageNews(read, mine).changes.map((change) => [change.field, change.theirs[change.field]]))

describe('what a page says that the recipe does not', () => {
  it('is nothing where nothing has changed, whatever the cook has written', () => {
    for (const mine of [contentOf(), contentOf({ title: 'My soup', instructions: ['Eat.'], servings: 9 })]) {
      expect(pageNews(again({}), mine)).toEqual({ changes: [], missing: [], hasChanged: false })
    }
  })

  it('is each field that has changed, as the page says it', () => {
    const now = { title: 'Leek and potato soup', total_time: 50, yield: '1 pot', servings: 6, description: 'Better.' }
    expect(told(again(now), contentOf())).toEqual(now)
  })

  it('keeps what the cook has changed where the page has not', () => {
    const mine = contentOf({
      title: 'My soup',
      ingredients: [line('leeks'), line('stock'), line('oat cream')],
      instructions: ['Cut the leeks.', 'Simmer them for an hour.', 'Serve.'],
    })
    const now = {
      instructions: ['Cut the leeks.', 'Simmer them.', 'Serve hot.'],
      ingredients: [line('two leeks'), ...soup.ingredients.slice(1)],
    }
    const changes = told(again(now), mine)
    expect(Object.keys(changes)).toEqual(['ingredients', 'instructions'])
    expect(changes['instructions']).toEqual(['Cut the leeks.', 'Simmer them for an hour.', 'Serve hot.'])
    expect(changes['ingredients']).toMatchObject([{ text: 'two leeks' }, { text: 'stock' }, { text: 'oat cream' }])
  })

  it('is shown for the cook to choose where both have changed the same', () => {
    const mine = contentOf({ title: 'My soup' })
    const [change] = pageNews(again({ title: 'Their soup' }), mine).changes
    expect(change?.theirs.title).toBe('Their soup')
    expect(change && isOwnChange(change)).toBe(true)
  })

  it('tells what the cook has changed, and where it cannot know that', () => {
    const now = { title: 'Their soup', servings: 2, description: 'New.' }
    const mine = contentOf({ title: 'My soup', description: 'Mine.' })
    const { changes } = pageNews(again(now, ['description'], { description: null }), mine)
    expect(changes.map((change) => [change.field, isOwnChange(change)])).toEqual([
      ['title', true],
      ['description', null],
      ['servings', false],
    ])
  })

  it('is nothing that the recipe says already', () => {
    const mine = contentOf({ title: 'Their soup' })
    expect(pageNews(again({ title: 'Their soup' }), mine)).toEqual({ changes: [], missing: [], hasChanged: true })
  })

  it('takes no title, ingredients or steps away, and says that the page has none', () => {
    const { changes, missing } = pageNews(
      again({ title: null, ingredients: [], instructions: [], yield: '1 pot' }),
      contentOf(),
    )
    expect(changes.map(({ field }) => field)).toEqual(['yield'])
    expect(missing).toEqual(['title', 'ingredients', 'instructions'])
  })

  it('is no line of which only our reader tells the parts otherwise', () => {
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

it('for any three, nothing is made up, and what was taken changes nothing else', () => {
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
      // A list that both have turned round may be merged otherwise once more; a value is settled.
      if (first.field !== 'ingredients' && first.field !== 'instructions') {
        expect(pageNews(read, taken).changes).toHaveLength(others.length)
      }
    }),
    { numRuns: 300 },
  )
})
