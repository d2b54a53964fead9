import { expect, it } from 'vitest'
import { ScrollMemory } from './scroll-memory'

it('positions are restored after a reload', () => {
  const memory = new ScrollMemory(sessionStorage)
  memory.note('a /my-recipes', 1200.6)
  memory.note('b /recipes/1', 30)
  memory.note('a /my-recipes', 900)
  memory.save()
  const later = new ScrollMemory(sessionStorage)
  expect(later.of('a /my-recipes')).toBe(900)
  expect(later.of('b /recipes/1')).toBe(30)
  expect(later.of('c /')).toBe(0)
})

it('keeps the latest 50 positions', () => {
  const memory = new ScrollMemory(sessionStorage)
  for (let entry = 0; entry < 60; entry += 1) memory.note(`${entry}`, entry)
  memory.note('0', 7)
  memory.save()
  const later = new ScrollMemory(sessionStorage)
  expect([later.of('0'), later.of('10'), later.of('11'), later.of('59')]).toEqual([7, 0, 11, 59])
})

it.each(['{', '"text"', '[1, ["a", "b"], ["c", 3]]'])('starts anew from what is broken: %s', (stored) => {
  sessionStorage.setItem('zest.scroll', stored)
  const memory = new ScrollMemory(sessionStorage)
  expect(memory.of('a')).toBe(0)
  expect(memory.of('c')).toBe(stored.includes('"c"') ? 3 : 0)
})
