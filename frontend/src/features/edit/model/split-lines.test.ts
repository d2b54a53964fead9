import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StepItem } from '../../../shared/lib/recipe/step-headings'
import { splitIngredient, splitIngredients, splitSteps } from './split-lines'

const lines: [string, string, string, string, string][] = [
  ['200 g flour', '200', 'g', 'flour', ''],
  ['200g flour', '200', 'g', 'flour', ''],
  ['1 ½ cups flour, sifted', '1 ½', 'cups', 'flour', 'sifted'],
  ['1½ cups of flour', '1½', 'cups', 'flour', ''],
  ['1 1/2 tsp. salt', '1 1/2', 'tsp.', 'salt', ''],
  ['½ onion', '½', '', 'onion', ''],
  ['2-3 cloves garlic', '2-3', 'cloves', 'garlic', ''],
  ['2 to 3 carrots', '2 to 3', '', 'carrots', ''],
  ['salt', '', '', 'salt', ''],
  ['salt, to taste', '', '', 'salt', 'to taste'],
  ['3 large eggs (at room temperature)', '3', '', 'large eggs', 'at room temperature'],
  ['1 (400 g) can tomatoes', '1', '', '(400 g) can tomatoes', ''],
  ['2 cloves', '2', '', 'cloves', ''],
  ['1 leek', '1', '', 'leek', ''],
  ['2 glasses', '2', '', 'glasses', ''],
  ['250 g de azúcar', '250', 'g', 'azúcar', ''],
  ['2 cucharadas de aceite de oliva', '2', 'cucharadas', 'aceite de oliva', ''],
  ['1,5 l d’eau', '1,5', 'l', 'eau', ''],
  ['2 cuillères à soupe de crème', '2', 'cuillères à soupe', 'crème', ''],
  ['1 c. à s. de miel', '1', 'c. à s.', 'miel', ''],
  ['7up', '7', '', 'up', ''],
  ['100% cocoa', '', '', '100% cocoa', ''],
]
it.each(lines)('%s', (line, quantity, unit, name, note) => {
  expect(splitIngredient(line)).toEqual({ quantity, unit, name, note })
})

it('a list keeps its headings and loses its bullets', () => {
  expect(splitIngredients('For the sauce:\r\n\r\n• 2 tomatoes\n- salt\n[ ] 1 tsp sugar\n')).toEqual([
    { kind: 'heading', text: 'For the sauce' },
    { kind: 'line', quantity: '2', unit: '', name: 'tomatoes', note: '' },
    { kind: 'line', quantity: '', unit: '', name: 'salt', note: '' },
    { kind: 'line', quantity: '1', unit: 'tsp', name: 'sugar', note: '' },
  ])
})

describe('steps', () => {
  const rows: [string, string, StepItem[]][] = [
    ['lines', 'Chop.\nFry.', ['Chop.', 'Fry.']],
    ['numbered lines', '1. Chop.\n2) Fry.\nStep 3: Eat.', ['Chop.', 'Fry.', 'Eat.']],
    ['paragraphs that were wrapped', 'Chop the\nonion.\n\nFry it.', ['Chop the onion.', 'Fry it.']],
    ['numbered lines with room between them', '1. Chop.\n\n2. Fry.', ['Chop.', 'Fry.']],
    [
      'amounts are no numbers of steps',
      '1.5 l of water boil.\n20 minutes later stir.',
      ['1.5 l of water boil.', '20 minutes later stir.'],
    ],
    ['headings', 'Heat.\nFor the sauce:\n1. Chop.', ['Heat.', { heading: 'For the sauce' }, 'Chop.']],
    ['bullets', '- Chop.\n• Fry.', ['Chop.', 'Fry.']],
    ['other languages', 'Paso 1: Picar.\nÉtape 2 – Cuire.', ['Picar.', 'Cuire.']],
  ]
  it.each(rows)('%s', (_, text, steps) => {
    expect(splitSteps(text)).toEqual(steps)
  })
})

it('no letter of any text is lost', () => {
  const letters = (text: string) =>
    Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ([letter]) => letter)
      .sort()
      .join('')
  const anyLine = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('1', '½', 'g', 'cups', ',', '(', ')', 'flour', ':', '-', ' ', 'd’eau'), { maxLength: 9 })
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(anyLine, (line) => {
      const plain = line.replace(/[\r\n]/g, ' ')
      const { quantity, unit, name, note } = splitIngredient(plain)
      // Only the link word between unit and name is dropped.
      const dropped = /(?:^|\s)(?:of|de|du|des|d['’])/iu.test(plain)
      if (!dropped) expect(letters(quantity + unit + name + note)).toBe(letters(plain))
    }),
  )
})

it('all units are known to the server', () => {
  const folder = '../lambdas/recipe/lexicons'
  const known = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
    .toLowerCase()
  const source = readFileSync('src/features/edit/model/split-lines.ts', 'utf8')
  const units = Array.from(source.matchAll(/^ {2}\.\.\.\[(.*)\],$/gm), ([, list = '']) =>
    Array.from(list.matchAll(/'([^']+)'/g), ([, unit = '']) => unit),
  ).flat()
  expect(units.length).toBeGreaterThan(80)
  expect(units.filter((unit) => !known.includes(`"${unit.replaceAll('.', '')}"`))).toEqual([])
})
