import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from './fold'

describe('folding', () => {
  it.each([
    ['Crème brûlée', 'creme brulee'],
    ['PIÑA', 'pina'],
    ['Œufs à l’ail', 'oeufs a l ail'],
    ['Grüße, Øl & Æbler', 'grusse ol aebler'],
    ['İmam bayıldı', 'imam bayildi'],
    ['half-and-half 2%', 'half and half 2'],
    ['ﬁlet ½', 'filet 1 2'],
    ['שַׁקְשׁוּקָה', 'שקשוקה'],
    ['  \u0000\t ', ''],
    ['😋', ''],
  ])('%j reads as %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
})
