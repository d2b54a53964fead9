import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isListThere } from '../../../shared/lib/shopping/shopping-request'
import { aRecipe } from '../../../shared/lib/test-support'
import { itemsOf } from './items'
import {
  EMPTY_LIST,
  entryOfRecipe,
  type ListEntry,
  MAX_LINES,
  ownEntry,
  restored,
  type ShoppingList,
  storedList,
  withEntries,
  withoutEntry,
  withoutItems,
  withToggled,
} from './shopping-list'
import { aLine, textsOf } from './test-support'

const entry = (id: string, ...names: string[]): ListEntry =>
  entryOfRecipe(
    { id, title: id, language: 'en' },
    '1',
    names.map((name) => aLine(name, '1')),
  )
const listOf = (...entries: ListEntry[]): ShoppingList => ({ entries, done: [] })
const items = (list: ShoppingList) => textsOf(itemsOf(list.entries, null))
const keyOf = (list: ShoppingList, name: string) =>
  itemsOf(list.entries, null).find((item) => item.name === name)?.key ?? ''
const item = (list: ShoppingList, name: string) => itemsOf(list.entries, null).filter((each) => each.name === name)

describe('adding', () => {
  it('replaces the same recipe', () => {
    const list = listOf(entry('a', 'onion', 'leek'), entry('b', 'onion'))
    expect(items(withEntries(list, [entry('a', 'onion')]) ?? EMPTY_LIST)).toEqual(['onion 2'])
  })

  it('unticks items added again, and keeps other ticks', () => {
    const list = listOf(entry('a', 'onion', 'leek'))
    const ticked = withToggled(withToggled(list, keyOf(list, 'onion')), keyOf(list, 'leek'))
    const next = withEntries(ticked, [entry('b', 'onions')])
    expect(next?.done).toEqual([keyOf(list, 'leek')])
  })

  it('is refused only above the line limit', () => {
    const long = (id: string, count: number) => entry(id, ...Array.from({ length: count }, (_, at) => `thing ${at}`))
    expect(withEntries(EMPTY_LIST, [long('a', MAX_LINES)])?.entries).toHaveLength(1)
    expect(withEntries(listOf(long('a', MAX_LINES)), [entry('b', 'onion')])).toBeNull()
    expect(withEntries(listOf(long('a', MAX_LINES)), [entry('a', 'onion')])?.entries).toHaveLength(1)
  })

  it('truncates overlong lines', () => {
    const long = 'x'.repeat(10_000)
    const added = entryOfRecipe(aRecipe({ title: long }), '1', [aLine(long, '1', 'g', long)])
    expect(added.title).toHaveLength(500)
    expect(Object.values(added.lines[0] ?? {}).every((text) => (text?.length ?? 0) <= 500)).toBe(true)
    expect(ownEntry('own', `  ${long}`).lines[0]?.name).toHaveLength(500)
  })

  it('without a line changes nothing', () => {
    expect(withEntries(EMPTY_LIST, [entry('a')])).toEqual(EMPTY_LIST)
  })
})

describe('removing', () => {
  it('of an item removes its lines from every recipe, and its tick', () => {
    const list = listOf(entry('a', 'onion', 'leek'), entry('b', 'onion'))
    const next = withoutItems(withToggled(list, keyOf(list, 'onion')), item(list, 'onion'))
    expect(items(next)).toEqual(['leek 1'])
    expect(next.entries.map(({ id }) => id)).toEqual(['a'])
    expect(next.done).toEqual([])
  })

  it('of a recipe keeps what others need', () => {
    expect(items(withoutEntry(listOf(entry('a', 'onion', 'leek'), entry('b', 'onion')), 'a'))).toEqual(['onion 1'])
  })

  it('can be undone without losing later changes', () => {
    const before = withToggled(listOf(entry('a', 'onion', 'leek'), entry('b', 'onion')), 'other')
    const after = withoutItems(before, item(before, 'onion'))
    expect(restored(before, after, after)).toEqual(before)
    const since = withEntries(after, [entry('c', 'salt')]) ?? EMPTY_LIST
    expect(items(restored(before, after, since))).toEqual(['salt 1', 'onion 2', 'leek 1'])
    const changed = withEntries(after, [entry('a', 'basil')]) ?? EMPTY_LIST
    expect(items(restored(before, after, changed))).toEqual(['basil 1', 'onion 1'])
  })
})

describe('the stored list', () => {
  it('is read as written, also by another tab', () => {
    const list = withToggled(listOf(entry('a', 'onion'), ownEntry('own', 'milk')), 'x')
    storedList.write(list)
    expect(isListThere()).toBe(true)
    const text = localStorage.getItem('zest.shopping') ?? ''
    storedList.clear()
    expect(isListThere()).toBe(false)
    localStorage.setItem('zest.shopping', text)
    expect(storedList.read()).toEqual(list)
  })

  it.each(['', '{}', '[]', 'null', '{"entries":7,"done":[]}', '{"entries":[]}'])('is nothing when it is %s', (text) => {
    localStorage.setItem('zest.shopping', text)
    expect(storedList.read()).toEqual(EMPTY_LIST)
  })

  it('is removed once the list is empty', () => {
    storedList.write(EMPTY_LIST)
    expect(isListThere()).toBe(false)
  })

  it('drops only the entries that do not fit', () => {
    const list = listOf(entry('a', 'onion'), entry('b', 'leek'))
    const broken = { entries: [{ ...list.entries[0], lines: [{ name: 7 }] }, 3, list.entries[1]], done: ['x', 1] }
    localStorage.setItem('zest.shopping', JSON.stringify(broken))
    expect(storedList.read()).toEqual({ entries: [list.entries[1]], done: ['x'] })
  })
})

describe('for any operations', () => {
  const names = fc.array(fc.constantFrom('onion', 'onions', 'leek', 'salt', 'flour', 'dragon fruit'), { maxLength: 6 })
  const entries = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), names).map(([id, all]) => entry(id, ...all)),
    { maxLength: 6 },
  )
  const lists = entries.map((all) =>
    all.reduce<ShoppingList>((list, each) => withEntries(list, [each]) ?? list, EMPTY_LIST),
  )
  const pick = fc.nat({ max: 20 })

  it('a removal and its undo restore the list', () => {
    fc.assert(
      fc.property(lists, pick, (list, at) => {
        const all = itemsOf(list.entries, null)
        const [one] = all.slice(at % Math.max(1, all.length))
        const before = one === undefined ? list : withToggled(list, one.key)
        const after = withoutItems(before, one === undefined ? [] : [one])
        expect(itemsOf(after.entries, null).some(({ key }) => key === one?.key)).toBe(false)
        expect(restored(before, after, after)).toEqual(before)
      }),
    )
  })

  it('ticking twice restores the list, and ids stay unique', () => {
    fc.assert(
      fc.property(lists, fc.string(), (list, key) => {
        expect(withToggled(withToggled(list, key), key)).toEqual(list)
        expect(new Set(list.entries.map(({ id }) => id)).size).toBe(list.entries.length)
      }),
    )
  })
})
