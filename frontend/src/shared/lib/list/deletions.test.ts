import { expect, it } from 'vitest'
import { PENDING_DELETION } from './deletions'

it('a stored deletion belongs to another visit, and invalid values are ignored', () => {
  expect(PENDING_DELETION({ id: 'a', title: 'Soup', askedAt: 5 })).toEqual({
    id: 'a',
    batch: 'a',
    title: 'Soup',
    askedAt: 5,
    here: false,
    sentOnLeaving: false,
  })
  expect(PENDING_DELETION({ id: 'a' })).toBeUndefined()
})
