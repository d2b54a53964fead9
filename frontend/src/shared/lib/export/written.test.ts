import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import type { Ingredient, Recipe } from '../recipe/recipe'
import { stepGroups } from '../recipe/step-headings'
import { aRecipe } from '../test-support'
import { cooklang } from './cooklang'
import { isoDuration, jsonLd } from './json-ld'
import { lineGroups, oneLine, wholeLine } from './line'
import { markdown } from './markdown'
import { nameInFile, timeInWords } from './words'

/* Exports keep all content: checked with JSON, a Markdown library and a Cooklang reader written from the
   specification. */

/** Words with special characters of the formats and letters of many scripts. */
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('flour', 'œuf', 'sal', '200', 'g', '½', 'grün', '人参', 'of') },
  fc.constantFrom(
    '@',
    '#',
    '~',
    '*',
    '_',
    '`',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    '<b>',
    '&amp;',
    '\\',
    '|',
    '--',
    '-',
    '+',
  ),
  fc.constantFrom('>', '=', '==', '---', '1.', '2)', '%', '"', "'", ':', 'a@b', '#1', '~5', '[-', '-]', '!', '?', '$'),
  fc.constant('[a](b)'),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
)
const words = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((all) => oneLine(all.join(' ').replace(/[\p{C}\u2028\u2029]/gu, '')))
  .filter((text) => /\p{L}/u.test(text))
const several = fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const minutes = maybe(fc.integer({ min: 1, max: 3_000 }))

const ingredient = fc.record({
  text: words,
  name: words,
  quantity: fc.constantFrom('', '2', '1 ½', '2-3', '1/2'),
  unit: fc.constantFrom('', 'g', 'c. à s.', 'cups'),
  note: maybe(words),
  stepMapping: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
})
const recipes: fc.Arbitrary<Recipe> = fc
  .record({
    lines: fc.array(ingredient, { maxLength: 6 }),
    groups: fc.array(maybe(words), { minLength: 6, maxLength: 6 }),
    grouped: fc.boolean(),
    instructions: fc.array(several, { maxLength: 5 }),
    headings: fc.array(maybe(words), { minLength: 5, maxLength: 5 }),
    headed: fc.boolean(),
    fields: fc.record({
      title: words,
      description: maybe(several),
      prep_time: minutes,
      cook_time: minutes,
      total_time: minutes,
      servings: maybe(fc.integer({ min: 1, max: 99 })),
      yield: maybe(words),
      author: maybe(words),
      language: fc.constantFrom('en', 'es', 'fr', null),
      tags: fc.array(fc.record({ name: words }), { maxLength: 3 }),
      notes: maybe(several),
      favourite: fc.boolean(),
      rating: maybe(fc.integer({ min: 1, max: 5 })),
      collections: fc.uniqueArray(words, { maxLength: 3 }),
      madeOn: fc.subarray(['2026-11-20', '2026-02-01']),
    }),
  })
  .map(({ lines, groups, grouped, instructions, headings, headed, fields }) =>
    aRecipe({
      ...fields,
      instructions,
      stepHeadings: instructions.flatMap((_, step) => {
        const text = headed ? (headings[step] ?? null) : null
        return text === null ? [] : [{ step, text }]
      }),
      ingredients: lines.map(
        (line, index): Ingredient => ({ ...line, doubt: null, group: grouped ? (groups[index] ?? null) : null }),
      ),
    }),
  )

const ORIGIN = 'https://zest.example'
const said = (text: string | null) => (text === null ? null : oneLine(text))

describe('JSON-LD', () => {
  it('contains every field', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const read = JSON.parse(jsonLd(recipe, ORIGIN)) as Record<string, unknown>
        const { servings, yield: makes } = recipe
        const yields = [servings?.toString(), makes].filter((value) => value !== undefined && value !== null)
        expect(read).toMatchObject({ '@context': 'https://schema.org', '@type': 'Recipe', name: recipe.title })
        expect(read['description'] ?? null).toBe(recipe.description)
        expect((read['author'] as { name: string } | undefined)?.name ?? null).toBe(recipe.author)
        expect(read['inLanguage'] ?? null).toBe(recipe.language)
        expect(read['keywords'] ?? []).toEqual(recipe.tags.map(({ name }) => name))
        expect(read['recipeYield'] ?? []).toEqual(yields)
        expect(read['recipeIngredient']).toEqual(recipe.ingredients.map(wholeLine))
        expect(read['recipeInstructions']).toEqual(
          stepGroups(recipe).flatMap(({ heading, steps }): object[] => {
            const nodes = steps.map(({ text }) => ({ '@type': 'HowToStep', text }))
            if (heading === null) return nodes
            return [{ '@type': 'HowToSection', name: oneLine(heading), itemListElement: nodes }]
          }),
        )
        expect((read['comment'] as { text: string } | undefined)?.text ?? null).toBe(recipe.notes)
        const { favourite, rating, collections, madeOn } = recipe
        const none = { favourite: false, rating: null, collections: [], madeOn: [] }
        expect({ ...none, ...(read['zestMarks'] as object | undefined) }).toEqual({
          favourite,
          rating,
          collections,
          madeOn,
        })
        for (const [name, value] of [
          ['prepTime', recipe.prep_time],
          ['cookTime', recipe.cook_time],
          ['totalTime', recipe.total_time],
        ] as const) {
          expect(read[name] ?? null).toBe(isoDuration(value))
        }
        const groups = (read['ingredientGroups'] ?? []) as { name?: string; itemListElement: string[] }[]
        if (groups.length > 0) {
          expect(groups.map(({ name = null, itemListElement }) => [name, itemListElement])).toEqual(
            lineGroups(recipe.ingredients).map(({ heading, lines }) => [heading, lines.map(wholeLine)]),
          )
        } else expect(recipe.ingredients.every(({ group }) => group === null)).toBe(true)
      }),
    )
  })

  it.each([
    [null, null],
    [0, 'PT0M'],
    [45, 'PT45M'],
    [60, 'PT1H'],
    [135, 'PT2H15M'],
  ])('writes %s minutes as %s', (given, expected) => {
    expect(isoDuration(given)).toBe(expected)
  })
})

describe('Markdown', () => {
  it('shows every field unchanged, whatever characters it contains', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const page = document.createElement('div')
        page.innerHTML = marked.parse(markdown(recipe), { async: false })
        for (const lineBreak of page.querySelectorAll('br')) lineBreak.replaceWith(' ')
        const headingOf = (field: 'ingredients' | 'instructions') => nameInFile(field, recipe.language)
        const text = (node: Element | null) => oneLine(node?.textContent ?? '')
        expect(text(page.querySelector('h1'))).toBe(recipe.title)
        // No text has become an image, code or other markup; only the source is a link.
        expect(page.querySelectorAll('img, code, pre, em, del, blockquote, table')).toHaveLength(0)
        expect(Array.from(page.querySelectorAll('a'), text)).toEqual([recipe.url])
        const below = (heading: string, selector: string) => {
          const found: Element[] = []
          const start = [...page.children].find((node) => node.tagName === 'H2' && text(node) === heading)
          for (let node = start?.nextElementSibling; node && node.tagName !== 'H2'; node = node.nextElementSibling) {
            if (node.matches(selector)) found.push(...(selector.startsWith('h') ? [node] : node.children))
          }
          return found.map(text)
        }
        expect(below(headingOf('ingredients'), 'ul')).toEqual(recipe.ingredients.map(wholeLine))
        expect(below(headingOf('ingredients'), 'h3')).toEqual(
          lineGroups(recipe.ingredients).flatMap(({ heading }) => (heading === null ? [] : [heading])),
        )
        expect(below(headingOf('instructions'), 'ol')).toEqual(recipe.instructions.map(oneLine))
        expect(below(headingOf('instructions'), 'h3')).toEqual(recipe.stepHeadings.map(({ text }) => oneLine(text)))
        const whole = text(page)
        for (const one of [recipe.author, recipe.yield, said(recipe.description), said(recipe.notes), recipe.url]) {
          if (one !== null) expect(whole).toContain(one)
        }
        for (const { name } of recipe.tags) expect(whole).toContain(name)
        for (const name of recipe.collections) expect(whole).toContain(name)
        if (recipe.rating !== null) expect(whole).toContain(`${recipe.rating}/5`)
        for (const day of recipe.madeOn) expect(whole).toContain(day)
        for (const fact of ['320 kcal', '18 g']) expect(whole).toContain(fact)
        for (const time of [recipe.prep_time, recipe.cook_time, recipe.total_time]) {
          if (time !== null) expect(whole).toContain(timeInWords(time))
        }
      }),
    )
  })
})

describe('Cooklang', () => {
  it.each(['flour', 'flour (flour)', 'Flour, butter'])(
    'keeps “%s” a step, which names nothing but ingredients',
    (step) => {
      const line = { text: 'flour', name: 'flour', quantity: '', unit: '', note: null, doubt: null, group: null }
      const butter = { ...line, text: 'butter', name: 'butter' }
      const recipe = aRecipe({
        ingredients: [line, butter].map((one) => ({ ...one, stepMapping: [0] })),
        instructions: [step],
      })
      const { lines, steps } = readCooklang(cooklang(recipe, ORIGIN))
      expect([lines.toSorted(), steps]).toEqual([['butter', 'flour'], [step]])
    },
  )

  it('escapes double dashes, also at the start of a name', () => {
    const line = { text: '--- salt', name: '--- salt', quantity: '', unit: '', note: null, doubt: null, group: null }
    const recipe = aRecipe({ ingredients: [{ ...line, stepMapping: [0] }], instructions: ['Add --- salt --- now.'] })
    const { lines, steps } = readCooklang(cooklang(recipe, ORIGIN))
    expect([lines, steps]).toEqual([['--- salt'], ['Add --- salt --- now.']])
  })

  it('contains every field, each ingredient once, and each step unchanged', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const { front, lines, steps, sections, notes } = readCooklang(cooklang(recipe, ORIGIN))
        expect(front['title']).toBe(recipe.title)
        expect(front['description'] ?? null).toBe(recipe.description)
        expect(front['author'] ?? null).toBe(recipe.author)
        expect(front['servings'] ?? null).toBe(recipe.servings)
        expect(front['yield'] ?? null).toBe(recipe.yield)
        expect(front['tags'] ?? []).toEqual(recipe.tags.map(({ name }) => name))
        expect(front['locale'] ?? null).toBe(recipe.language)
        expect(front['favourite'] ?? false).toBe(recipe.favourite)
        expect(front['rating'] ?? null).toBe(recipe.rating)
        expect(front['collections'] ?? []).toEqual(recipe.collections)
        expect(front['made on'] ?? []).toEqual(recipe.madeOn)
        const isKept = ({ text }: Ingredient) => !text.includes('-]')
        // A line with "-]" cannot be written as a comment, so it is written as name and amount.
        expect(lines).toHaveLength(recipe.ingredients.length)
        for (const line of recipe.ingredients.filter(isKept)) expect(lines).toContain(wholeLine(line))
        expect(steps).toEqual(recipe.instructions.map(oneLine))
        const headings = lineGroups(recipe.ingredients).flatMap(({ heading }) => (heading === null ? [] : [heading]))
        // If the ingredients have groups, steps without a group have a section of their own.
        const unnamed = headings.length > 0 ? [nameInFile('instructions', recipe.language)] : []
        const named = stepGroups(recipe).flatMap(({ heading }) => (heading === null ? unnamed : [oneLine(heading)]))
        expect(sections).toEqual([...headings, ...named])
        expect(notes).toBe(said(recipe.notes ?? ''))
      }),
    )
  })
})

interface Cook {
  readonly front: Record<string, unknown>
  readonly lines: string[]
  readonly steps: string[]
  readonly sections: string[]
  readonly notes: string
}

/**
 * Reads Cooklang according to its specification: a paragraph is a step, and a line with only an ingredient is no step.
 */
function readCooklang(text: string): Cook {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const front = Object.fromEntries(
    head.split('\n').map((row) => {
      const [, key = '', value = ''] = /^([^:]+): (.*)$/.exec(row) ?? []
      return [key, JSON.parse(value) as unknown]
    }),
  )
  const [lines, steps, sections, notes]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const block of body.trim().split(/\n{2,}/)) {
    if (block === '') continue
    const section = /^== (.*) ==$/.exec(block)
    if (section !== null) sections.push(spoken(section[1] ?? '').words)
    else if (block.startsWith('> ')) notes.push(...block.split('\n').map((row) => spoken(row.slice(2)).words))
    else {
      const read = spoken(block)
      lines.push(...read.lines)
      if (!read.isList) steps.push(read.words)
    }
  }
  return { front, lines, steps, sections, notes: oneLine(notes.join(' ')) }
}

const INGREDIENT = /@((?:\\.|[^\\{}@#~\n])+)\{((?:\\.|[^\\}])*)\}(?:\(((?:\\.|[^\\)])*)\))?(?:\[-(.*?)-\])?/y

function spoken(block: string): { words: string; lines: string[]; isList: boolean } {
  const lines: string[] = []
  let words = ''
  let beside = ''
  for (let at = 0; at < block.length; ) {
    INGREDIENT.lastIndex = at
    const found = INGREDIENT.exec(block)
    if (found !== null) {
      const [whole, name = '', amount = '', note, comment] = found
      const parts = [...amount.split(/(?<!\\)%/), name].filter((part) => part !== '').map(plain)
      lines.push(
        comment === undefined ? parts.join(' ') + (note === undefined ? '' : `, ${plain(note)}`) : comment.trim(),
      )
      words += plain(name)
      at += whole.length
      continue
    }
    const isEscaped = block.charAt(at) === '\\'
    if (!isEscaped && /^(?:[@#~](?=[\p{L}\p{N}{])|--|\[-)/u.test(block.slice(at))) {
      throw new Error(`a sign that means something at ${block.slice(at, at + 20)}`)
    }
    const sign = isEscaped ? block.charAt(at + 1) : block.charAt(at)
    words += sign
    beside += sign
    at += isEscaped ? 2 : 1
  }
  return { words: oneLine(words), lines, isList: lines.length > 0 && beside.trim() === '' }
}

function plain(part: string): string {
  return part.replace(/\\(.)/gu, '$1')
}
