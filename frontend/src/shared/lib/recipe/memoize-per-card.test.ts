import { expect, it, vi } from 'vitest'
import { aCard } from '../test-support'
import { memoizePerCard } from './memoize-per-card'

it('computes a value once per card, and again for a copy', () => {
  const compute = vi.fn(({ title }: { title: string | null }) => ({ words: title?.split(' ') ?? [] }))
  const wordsOf = memoizePerCard(compute)
  const card = aCard({ title: 'Leek soup' })
  expect(wordsOf(card)).toBe(wordsOf(card))
  expect(compute).toHaveBeenCalledTimes(1)
  expect(wordsOf({ ...card, title: 'Pie' })).toEqual({ words: ['Pie'] })
})

it('leaves the card as it is for others', () => {
  const card = aCard({})
  memoizePerCard(() => ({}))(card)
  expect(structuredClone(card)).toEqual(aCard({}))
  expect(Reflect.ownKeys({ ...card })).toEqual(Object.keys(card))
})
