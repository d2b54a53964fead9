import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ingredient } from '../recipe/recipe'
import { changesOf, contentOf, type RecipeContent } from '../recipe/recipe-content'
import { aRecipe } from '../test-support'
import { canonical, type Draft, draftOf, emptyLine, type LineRow, readDraft, withTags } from './draft'
import { DRAFT_LIMITS } from './draft-limits'
import { moved } from './rows'

let count = 0
const newKey = () => {
  count += 1
  return `k${count}`
}

const line = (fields: Partial<Ingredient>): Ingredient => ({
  name: '',
  quantity: '',
  unit: '',
  note: null,
  text: '',
  group: null,
  stepMapping: [],
  doubt: null,
  ...fields,
})
const flour = line({ quantity: '200', unit: 'g', name: 'flour', text: '200 g flour' })
const recipe = aRecipe({
  ingredients: [
    flour,
    line({
      quantity: '1',
      unit: 'clove',
      name: 'garlic',
      note: 'small',
      text: '1 small clove of garlic',
      group: 'Sauce',
    }),
    line({ name: 'salt', text: 'salt' }),
  ],
  instructions: ['Mix.', 'Bake.'],
  prep_time: 75,
  cook_time: 60,
  total_time: 5,
  url: 'https://example.com/bread?x=1#top',
})
const base = canonical(contentOf(recipe))
const begin = () => draftOf(base, newKey)
const changes = (draft: Draft) => changesOf(base, readDraft(draft).content)
const problemsOf = (draft: Draft) => Array.from(readDraft(draft).problems, ([path, { code }]) => [path, code] as const)

it('an unchanged draft equals the recipe', () => {
  expect(changes(begin())).toEqual({})
  expect(problemsOf(begin())).toEqual([])
})

it('any recipe can be opened and saved without changes', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  const ingredient = fc.record({
    name: text,
    quantity: text,
    unit: text,
    note: fc.option(text),
    text,
    group: fc.option(fc.constantFrom('a', 'b', '')),
  })
  const content = fc.record({
    ingredients: fc.array(ingredient, { maxLength: 6 }),
    instructions: fc.array(text, { maxLength: 4 }),
    prep_time: fc.option(fc.nat(2_000)),
    url: fc.constantFrom(null, 'https://example.com', 'http://a.b/c?d=e#f', 'odd'),
  })
  fc.assert(
    fc.property(content, ({ ingredients, ...fields }) => {
      const any = aRecipe({ ...fields, ingredients: ingredients.map((one) => line(one)) })
      const opened = canonical(contentOf(any))
      expect(changesOf(opened, readDraft(draftOf(opened, newKey)).content)).toEqual({})
      expect(canonical(opened)).toEqual(opened)
    }),
    { numRuns: 40 },
  )
})

describe('changes to send', () => {
  const first = (draft: Draft) => draft.ingredients[0] as LineRow

  it('contain only the changed field', () => {
    expect(changes({ ...begin(), title: 'Bread' })).toEqual({ title: 'Bread' })
    expect(changes({ ...begin(), prep_time: { hours: '', minutes: '20' } })).toEqual({ prep_time: 20 })
    expect(changes({ ...begin(), servings: '' })).toEqual({ servings: null })
    expect(changes({ ...begin(), description: ' ' })).toEqual({ description: null })
    expect(changes({ ...begin(), notes: 'Mine' })).toEqual({ notes: 'Mine' })
    expect(changes({ ...begin(), language: null })).toEqual({ language: null })
    expect(changes({ ...begin(), url: '' })).toEqual({ url: null })
    expect(changes({ ...begin(), tagText: 'quick, easy' })).toEqual({ tags: ['quick', 'easy'] })
  })

  it('contain nutrition as a whole, and null when it is empty', () => {
    expect(changes({ ...begin(), nutrition: { calories: '', fat: '', carbs: '', protein: '' } })).toEqual({
      nutrition: null,
    })
    expect(changes({ ...begin(), nutrition: { ...begin().nutrition, fat: '1 g' } }).nutrition?.fat).toBe('1 g')
  })

  it('keep the source wording of a line until its parts change', () => {
    const draft = begin()
    const edited = { ...draft, ingredients: draft.ingredients.with(0, { ...first(draft), quantity: '250' }) }
    expect(changes(edited).ingredients).toEqual([
      { quantity: '250', unit: 'g', name: 'flour', note: '', group: null },
      { quantity: '1', unit: 'clove', name: 'garlic', note: 'small', group: 'Sauce', text: '1 small clove of garlic' },
      { quantity: '', unit: '', name: 'salt', note: '', group: null },
    ])
  })

  it('assign a heading to all lines up to the next one', () => {
    const draft = { ...begin(), ingredients: [...begin().ingredients.slice(0, 2), ...begin().ingredients.slice(2, 3)] }
    const [, heading] = draft.ingredients
    const named = {
      ...draft,
      ingredients: [heading, ...begin().ingredients.filter(({ kind }) => kind === 'line')],
    } as Draft
    expect(changes(named).ingredients?.map(({ group }) => group)).toEqual(['Sauce', 'Sauce', 'Sauce'])
  })

  it('omit blank rows', () => {
    const draft = begin()
    const padded = {
      ...draft,
      ingredients: [emptyLine(newKey()), ...draft.ingredients, { ...emptyLine(newKey()), note: '  ' }],
      instructions: [...draft.instructions, { key: newKey(), text: ' \n ' }],
    }
    expect(changes(padded)).toEqual({})
  })
})

describe('headings of steps', () => {
  const parted = aRecipe({
    instructions: ['Mix.', 'Bake.', 'Whip.', 'Chill.'],
    stepHeadings: [{ step: 2, text: 'Cream' }],
  })
  const before = canonical(contentOf(parted))
  const sent = (change: (rows: Draft['instructions']) => Draft['instructions']) => {
    const draft = draftOf(before, newKey)
    return changesOf(before, readDraft({ ...draft, instructions: change(draft.instructions) }).content)
  }
  const heading = (text: string) => ({ kind: 'heading' as const, key: newKey(), text })

  it('are rows of their own, and unchanged ones change nothing', () => {
    expect(draftOf(before, newKey).instructions.map(({ kind = 'step', text }) => [kind, text])).toEqual([
      ['step', 'Mix.'],
      ['step', 'Bake.'],
      ['heading', 'Cream'],
      ['step', 'Whip.'],
      ['step', 'Chill.'],
    ])
    expect(sent((rows) => [...rows, heading(' ')])).toEqual({})
  })

  it.each<[string, (rows: Draft['instructions']) => Draft['instructions'], [number, string][]]>([
    [
      'added',
      (rows) => [heading('Cake'), ...rows],
      [
        [0, 'Cake'],
        [2, 'Cream'],
      ],
    ],
    [
      'renamed',
      (rows) => rows.map((row) => (row.kind === 'heading' ? { ...row, text: ' Icing ' } : row)),
      [[2, 'Icing']],
    ],
    ['deleted', (rows) => rows.filter(({ kind }) => kind !== 'heading'), []],
    ['kept when a step moves above it', (rows) => moved(rows, rows[3]?.key ?? '', 0), [[3, 'Cream']]],
    ['kept when a step moves below it', (rows) => moved(rows, rows[0]?.key ?? '', 4), [[1, 'Cream']]],
    ['moved', (rows) => moved(rows, rows[2]?.key ?? '', 1), [[1, 'Cream']]],
  ])('are %s', (_, change, headings) => {
    expect(sent(change).stepHeadings).toEqual(headings.map(([step, text]) => ({ step, text })))
  })
})

describe('problems are reported at their field', () => {
  const long = (length: number) => 'x'.repeat(length)
  const heading = { kind: 'heading', key: 'h', text: 'For the sauce' } as const
  const step = { key: 's', text: 'Mix.' }
  const rows: [string, Partial<Draft>, [string, string][]][] = [
    ['no title', { title: '  ' }, [['title', 'EMPTY']]],
    ['a long title', { title: long(301) }, [['title', 'TOO_LONG']]],
    ['a title of 300 emoji', { title: '🍋'.repeat(300) }, []],
    ['a description of 50,000 characters', { description: long(50_000) }, []],
    ['a longer one', { description: long(50_001) }, [['description', 'TOO_LONG']]],
    ['a long step', { instructions: [{ key: 's', text: long(50_001) }] }, [['s', 'TOO_LONG']]],
    ['a time in words', { prep_time: { hours: 'one', minutes: '' } }, [['prep_time', 'NOT_A_TIME']]],
    ['half an hour as a fraction', { cook_time: { hours: '0,5', minutes: '' } }, [['cook_time', 'NOT_A_TIME']]],
    ['more than a year', { total_time: { hours: '9000', minutes: '' } }, [['total_time', 'TOO_LARGE']]],
    ['servings in words', { servings: 'four' }, [['servings', 'NOT_A_NUMBER']]],
    ['too many servings', { servings: '10001' }, [['servings', 'TOO_LARGE']]],
    ['negative servings', { servings: '-1' }, [['servings', 'NOT_A_NUMBER']]],
    ['an address that is none', { url: 'grandmother’s api' }, [['url', 'NOT_AN_ADDRESS']]],
    ['a script as an address', { url: 'javascript:alert(1)' }, [['url', 'NOT_AN_ADDRESS']]],
    ['a long tag', { tagText: long(61) }, [['tags', 'TOO_LONG']]],
    ['many tags', { tags: Array.from({ length: 31 }, (_, index) => `tag ${index}`) }, [['tags', 'TOO_MANY']]],
    [
      'a long value of the nutrition',
      { nutrition: { calories: long(61), fat: '', carbs: '', protein: '' } },
      [['nutrition.calories', 'TOO_LONG']],
    ],
    ['a heading of steps above nothing', { instructions: [heading] }, [['h', 'HEADING_ALONE']]],
    ['a long heading of steps', { instructions: [{ ...heading, text: long(301) }, step] }, [['h', 'TOO_LONG']]],
    ['a heading above nothing', { ingredients: [heading] }, [['h', 'HEADING_ALONE']]],
    ['a heading above blank lines', { ingredients: [heading, emptyLine('l')] }, [['h', 'HEADING_ALONE']]],
    ['an empty heading', { ingredients: [{ ...heading, text: '' }] }, []],
    [
      'many ingredients',
      {
        ingredients: Array.from({ length: DRAFT_LIMITS.lines + 1 }, (_, index) => ({
          ...emptyLine(`l${index}`),
          name: 'x',
        })),
      },
      [['ingredients', 'TOO_MANY']],
    ],
    [
      'many steps',
      { instructions: Array.from({ length: DRAFT_LIMITS.lines + 1 }, (_, index) => ({ key: `s${index}`, text: 'x' })) },
      [['instructions', 'TOO_MANY']],
    ],
  ]
  it.each(rows)('%s', (_, fields, problems) => {
    expect(problemsOf({ ...begin(), ...fields })).toEqual(problems)
  })

  it('in form order', () => {
    const wrong = { ...begin(), title: '', servings: 'x', url: 'x y', notes: long(50_001) }
    expect(problemsOf(wrong).map(([path]) => path)).toEqual(['title', 'servings', 'url', 'notes'])
  })
})

it.each([
  ['example.com/soup', 'https://example.com/soup'],
  ['https://example.com/soup?a=1', 'https://example.com/soup?a=1'],
  ['  http://example.com  ', 'http://example.com'],
])('the address %o is read as %s', (typed, url) => {
  expect(readDraft({ ...begin(), url: typed }).content.url).toBe(url)
})

it('tags are split at commas and deduplicated', () => {
  expect(withTags(['a'], 'b, a;c\nd ,')).toEqual(['a', 'b', 'c', 'd'])
})

it.each([['<script>alert(1)</script>'], ['\u202Eright to left'], ['🍋👩‍🍳'], ['a\u0000b']])(
  'hostile text %o stays what it is',
  (text) => {
    const content: RecipeContent = readDraft({ ...begin(), title: text, notes: text }).content
    expect([content.title, content.notes]).toEqual([text, text])
  },
)
