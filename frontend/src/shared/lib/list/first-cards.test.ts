import { beforeEach, expect, it, vi } from 'vitest'
import { takeOver } from '../recipe/personal-data'
import { aCard } from '../test-support'
import { FirstCards } from './first-cards'
import { FIRST_CARDS_KEY } from './stored-keys'

const opened = (shape = 'query') => new FirstCards(localStorage, shape)
const many = Array.from({ length: 20 }, (_, index) => aCard({ id: `${index}` }))

beforeEach(() => localStorage.clear())

it('keeps the first cards of the list for the next visit', () => {
  opened().write(many)
  expect(opened().read()).toEqual(many.slice(0, 12))
})

it('shows no cards of another owner or query', () => {
  opened().write(many)
  expect(opened('another query').read()).toEqual([])
  takeOver(localStorage, 'ann')
  expect(opened().read()).toEqual([])
})

it('has no cards after damage or `forget`', () => {
  for (const text of ['{', '[]', '{"owner":"guest","shape":"query"}', 'null']) {
    localStorage.setItem(FIRST_CARDS_KEY, text)
    expect(opened().read()).toEqual([])
  }
  const first = opened()
  first.write(many)
  first.forget()
  expect(localStorage).toHaveLength(0)
})

it('forgets the cards if storage is full', () => {
  const first = opened()
  first.write(many)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  first.write(many.slice(1))
  full.mockRestore()
  expect(opened().read()).toEqual([])
})
