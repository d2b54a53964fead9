import { expect, it } from 'vitest'
import { itemsOf } from './items'
import { textOfList } from './list-text'
import { aLine, aSource } from './test-support'

it('a list is written by aisle, without non-breaking spaces', () => {
  const items = itemsOf([aSource([aLine('flour', '200', 'g'), aLine('salt'), aLine('carrots', '2 ½')])], null)
  expect(
    textOfList('To buy', [
      { heading: 'Dry', items },
      { heading: 'Nothing', items: [] },
    ]),
  ).toBe('To buy\n\nDry\n- flour – 200 g\n- salt\n- carrots – 2 ½\n\nNothing')
})
