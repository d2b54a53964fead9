import { describe, expect, it } from 'vitest'
import type { Ingredient, Recipe } from '../../../shared/lib/recipe/recipe'
import { aLine, aRecipe } from '../../../shared/lib/test-support'
import { itemsOf } from './items'
import { shoppingNeeds } from './linked'
import { EMPTY_LIST, withEntries, withoutEntry } from './shopping-list'
import { textsOf } from './test-support'

const line = (text: string): Ingredient => {
  const [, quantity = '', unit = '', name = text] = /^(\d+) (\w+) (.*)$/.exec(text) ?? []
  return { ...aLine(text), name, quantity, unit }
}
const made = (id: string, lines: string[], fields: Partial<Recipe> = {}): Recipe =>
  aRecipe({ id: id.repeat(32), title: id, ingredients: lines.map(line), servings: 4, ...fields })

const dough = made('d', ['500 g flour', 'salt'])
const link = (of: number) => [{ line: of, recipe: dough.id }]
const pizza = made('a', ['2 portions pizza dough', '200 g mozzarella'], { recipeLinks: link(0) })
const list = (recipes: readonly Recipe[], factor = '1', linked: readonly Recipe[] = [dough]) => {
  const { entries, unclear } = shoppingNeeds(recipes, linked, () => factor)
  return { items: textsOf(itemsOf(entries, null)), unclear: unclear.length }
}

describe('a linked recipe', () => {
  it('has its ingredients listed in place of the line, scaled by it', () => {
    expect(list([pizza])).toEqual({ items: ['mozzarella 200 g', 'flour 250 g', 'salt'], unclear: 0 })
    expect(list([pizza], '3').items).toEqual(['mozzarella 600 g', 'flour 750 g', 'salt'])
  })

  it('of several lines is added up', () => {
    const twice = { ...pizza, ingredients: [...pizza.ingredients, line('1 recipe dough')] }
    expect(list([{ ...twice, recipeLinks: [...link(0), ...link(2)] }]).items).toContain('flour 750 g')
  })

  it('that a line needs an unclear amount of leaves the line as it is', () => {
    const weighed = { ...pizza, ingredients: [line('200 g dough')] }
    expect(list([weighed])).toEqual({ items: ['dough 200 g'], unclear: 1 })
    expect(list([pizza], '999999937/999999929')).toMatchObject({ unclear: 1 })
  })

  it('that is not loaded leaves the line as it is', () => {
    expect(list([pizza], '1', [])).toEqual({ items: ['pizza dough 2 portions', 'mozzarella 200 g'], unclear: 0 })
  })

  it('is replaced and removed with the recipe that links to it', () => {
    const { entries } = shoppingNeeds([pizza], [dough], () => '1')
    const full = withEntries(EMPTY_LIST, entries)
    if (full === null) throw new Error('the list is full')
    expect(full.entries).toHaveLength(2)
    const unlinked = shoppingNeeds([{ ...pizza, recipeLinks: [] }], [dough], () => '1')
    expect(withEntries(full, unlinked.entries)?.entries).toHaveLength(1)
    expect(withoutEntry(full, pizza.id).entries).toEqual([])
  })
})
