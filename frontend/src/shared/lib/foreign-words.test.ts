import fc from 'fast-check'
import Fraction from 'fraction.js'
import { expect, it } from 'vitest'
import { densityOf } from './amounts/densities'
import { showLine, shownAmount } from './amounts/line-amounts'
import { findMentions } from './amounts/mentions'
import { agreeing, formOf, numeralAtStart, sizeOf, systemOf, unitAtStart, unitOf } from './amounts/units'
import { fileKind } from './importing/file-kind'
import type { Language } from './recipe/recipe'

/** Names that every object has, so that a look-up in a plain object finds something. */
const names = fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf')
const languages = fc.constantFrom<(Language | null)[]>('en', 'es', 'fr', null)

it('names of object properties are words like any other', () => {
  fc.assert(
    fc.property(names, languages, (name, language) => {
      expect([numeralAtStart(name, language), unitOf(name, language), unitAtStart(name, language)]).toEqual([
        null,
        null,
        null,
      ])
      expect([sizeOf(name), systemOf(name), densityOf(name)]).toEqual([null, null, null])
      expect([formOf(name, language ?? 'en'), agreeing(name, 2, language)]).toEqual([name, name])
      expect(findMentions(`${name} 2 cups ${name} of ${name}`, language)).toHaveLength(1)
    }),
  )
})

it('a line of such names is shown whole', () => {
  const views = fc.constantFrom(
    { factor: new Fraction(2), system: null },
    { factor: new Fraction(2), system: 'us' as const },
  )
  fc.assert(
    fc.property(names, names, languages, views, (name, unit, language, view) => {
      const line = { quantity: '2', unit, name, note: name, text: `2 ${unit} ${name}, ${name}` }
      const { amount, middle, note } = showLine(line, view, language)
      const shown = [...amount, ...middle, ...note].map(({ text }) => text).join('')
      expect(shown.replace(/\s/g, '')).toBe(`4${unit}${name},${name}`)
      expect(shownAmount(line, view, language)).toContain('4')
    }),
  )
})

it('a file ending of such a name is unknown', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(fileKind(new Uint8Array([1, 2, 3]), `recipe.${name}`, '')).toEqual({ kind: 'unknown', picture: false })
    }),
  )
})
