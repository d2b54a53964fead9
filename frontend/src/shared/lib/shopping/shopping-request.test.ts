import { expect, it } from 'vitest'
import { namedIds, shoppingRequestOf } from './shopping-request'

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]

it('a request has unique recipe ids and an optional factor', () => {
  expect(shoppingRequestOf({ ids: [A, B, A], factor: '3/2' })).toEqual({ ids: [A, B], factor: '3/2', factors: {} })
  expect(shoppingRequestOf({ ids: [A] })).toEqual({ ids: [A], factor: '1', factors: {} })
  const factors = { [A]: '2', [B]: 7 }
  expect(shoppingRequestOf({ ids: [A, B], factors })).toEqual({ ids: [A, B], factor: '1', factors: { [A]: '2' } })
})

it.each([null, undefined, 7, {}, { ids: 'a' }, { ids: [] }, { ids: ['../x', 7, null] }])('%j names none', (state) => {
  expect(shoppingRequestOf(state)).toBeNull()
  expect(namedIds(state) ?? []).toEqual([])
})
