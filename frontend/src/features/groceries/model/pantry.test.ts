import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemsOf } from './items'
import { isAtHome, remembered, storedPantry } from './pantry'
import { aLine, aSource } from './test-support'

const EMPTY = { has: [], lacks: [] }
const things = itemsOf([aSource([aLine('salt'), aLine('water'), aLine('onion'), aLine('sugar')])], null)
const atHome = (pantry: typeof EMPTY | ReturnType<typeof remembered>) =>
  things.filter((thing) => isAtHome(pantry, thing)).map(({ name }) => name)
const keys = (...names: string[]) => new Set(things.filter(({ name }) => names.includes(name)).map(({ key }) => key))

it('staples are at home until the user says otherwise', () => {
  expect(atHome(EMPTY)).toEqual(['salt', 'water'])
})

it('deselected items are at home next time, selected ones are not', () => {
  const once = remembered(EMPTY, things, keys('onion', 'salt'))
  expect(atHome(once)).toEqual(['water', 'sugar'])
  expect(atHome(remembered(once, things, keys('sugar')))).toEqual(['salt', 'water', 'onion'])
})

it('a choice among some items does not affect others', () => {
  const once = remembered(EMPTY, things, keys('onion', 'salt'))
  const onions = things.filter(({ name }) => name === 'onion')
  expect(atHome(remembered(once, onions, new Set()))).toEqual(['water', 'onion', 'sugar'])
})

it('is stored on the device, and corrupt data reads as empty', () => {
  storedPantry.write({ has: ['a'], lacks: ['b'] })
  expect(JSON.parse(localStorage.getItem('zest.pantry') ?? '')).toEqual({ has: ['a'], lacks: ['b'] })
  localStorage.setItem('zest.pantry', '{"has":"a"}')
  expect(storedPantry.read()).toEqual(EMPTY)
})

it('the choice is the next default, and storage is bounded', () => {
  const thing = fc.record({ key: fc.string({ maxLength: 4 }), home: fc.boolean() })
  const all = fc.uniqueArray(thing, { selector: ({ key }) => key, maxLength: 30 })
  fc.assert(
    fc.property(fc.array(fc.tuple(all, fc.func(fc.boolean())), { maxLength: 6 }), (rounds) => {
      let pantry: ReturnType<typeof remembered> = EMPTY
      for (const [items, takes] of rounds) {
        const chosen = new Set(items.filter((item) => takes(item)).map(({ key }) => key))
        pantry = remembered(pantry, items, chosen)
        for (const item of items) expect(isAtHome(pantry, item)).toBe(!chosen.has(item.key))
      }
    }),
  )
  const many = Array.from({ length: 2000 }, (_, at) => ({ key: `${at}`, home: false }))
  expect(remembered(EMPTY, many, new Set()).has).toHaveLength(500)
})
