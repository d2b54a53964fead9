import { expect, it } from 'vitest'
import { itemsOf } from './items'
import { textOfList } from './list-text'
import { aLine, aSource } from './test-support'

it('a list is written by aisle, with plain spaces and fractions', () => {
  const items = itemsOf([aSource([aLine('flour', '200', 'g'), aLine('salt'), aLine('carrots', '2 ½')])], null)
  expect(
    textOfList('To buy', 'not scaled', [
      { heading: 'Dry', items },
      { heading: 'Nothing', items: [] },
    ]),
  ).toBe('To buy\n\nDry\n- flour – 200 g\n- salt\n- carrots – 2 1/2\n\nNothing')
})

it('an amount that could not be scaled is marked in the text', () => {
  const thighs = { ...aLine('chicken thighs', '4'), text: '4 chicken thighs (600 g)' }
  const items = itemsOf([aSource([thighs], { factor: '2' })], null)
  expect(textOfList('To buy', 'not scaled', [{ heading: 'Meat', items }])).toContain('(not scaled)')
})
