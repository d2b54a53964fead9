import { beforeEach, expect, it } from 'vitest'
import { AISLES } from '../../../shared/lib/foods/food-data'
import { aisleOrder, MAX_SHOPS, type Shops, storedShops, withChosen, withMoved, withoutShop, withShop } from './shops'

const NONE: Shops = { shops: [], chosen: null }
const added = (shops: Shops, id: string, name: string): Shops => withShop(shops, id, name) ?? NONE

beforeEach(() => storedShops.clear())

it('each shop keeps its own order', () => {
  const corner = withMoved(added(NONE, 'a', ' Corner shop '), 'frozen', -1)
  expect(aisleOrder(corner).slice(-3)).toEqual(['frozen', 'drinks', 'other'])
  const market = withMoved(added(withChosen(corner, null), 'b', 'Market'), 'produce', 1)
  expect(aisleOrder(market).slice(0, 2)).toEqual(['bakery', 'produce'])
  expect(aisleOrder(withChosen(market, 'a')).slice(-3)).toEqual(['frozen', 'drinks', 'other'])
  expect(aisleOrder(withChosen(market, null))).toEqual(AISLES)
  expect(aisleOrder(withoutShop(market, 'b'))).toEqual(AISLES)
  expect(market.shops.map(({ name }) => name)).toEqual(['Corner shop', 'Market'])
})

it('the first aisle does not move up, nor the last down, nor any without a shop', () => {
  const shop = added(NONE, 'a', 'Market')
  expect(withMoved(shop, 'produce', -1)).toBe(shop)
  expect(withMoved(shop, 'other', 1)).toBe(shop)
  expect(aisleOrder(withMoved(NONE, 'produce', 1))).toEqual(AISLES)
})

it('a blank name and too many shops are refused', () => {
  expect(withShop(NONE, 'a', '  ')).toBeNull()
  let shops = NONE
  for (let number = 0; number < MAX_SHOPS; number += 1) shops = added(shops, `${number}`, `Shop ${number}`)
  expect(withShop(shops, 'x', 'One more')).toBeNull()
})

it('a stored order is completed, and damaged shops are dropped', () => {
  const text = '{"shops":[{"id":"a","name":"Market","aisles":["frozen","frozen","cellar"]},{"id":"b"}],"chosen":"a"}'
  localStorage.setItem('zest.shops', text)
  const { shops } = storedShops.read()
  expect(shops.map(({ id }) => id)).toEqual(['a'])
  expect(aisleOrder(storedShops.read())[0]).toBe('frozen')
  expect([...aisleOrder(storedShops.read())].sort()).toEqual([...AISLES].sort())
})
