import { expect, it } from 'vitest'
import { aCard } from '../../../shared/lib/test-support'
import { MAX_RECIPES, mostWanted } from './kept'

const many = Array.from({ length: MAX_RECIPES + 3 }, (_, index) => aCard({ id: String(index) }))

it('keeps favourites first, then the newest', () => {
  expect(mostWanted(many).map(({ id }) => id)).toEqual(many.slice(0, MAX_RECIPES).map(({ id }) => id))
  const old = { ...aCard({ id: 'old' }), favourite: true }
  const wanted = mostWanted([...many, old])
  expect(wanted[0]?.id).toBe('old')
  expect(wanted).toHaveLength(MAX_RECIPES)
})
