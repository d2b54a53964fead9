import { describe, expect, it } from 'vitest'
import {
  hasGap,
  type ItemChange,
  KEPT_LIST,
  type ListChange,
  type SharedItem,
  type SharedList,
  shownItems,
  withChange,
  withLoaded,
  withoutSent,
  withPending,
} from './shared-list'

const item = (id: string, done = false): SharedItem => ({
  id,
  text: `thing ${id}`,
  aisle: 'other',
  language: null,
  done,
})
const change = (version: number, items: SharedItem[], removed: string[] = []): ListChange => ({
  version,
  items,
  removed,
  ended: false,
})
const loaded = (version: number, ...items: SharedItem[]) => ({ mine: true, version, items })
const seen = ({ items }: SharedList) => [...items.values()].map(({ id, done }) => `${id}${done ? '+' : ''}`).sort()

describe('a shared list', () => {
  const start = withLoaded(null, loaded(1, item('a'), item('b')))

  it('ends the same in whatever order changes arrive', () => {
    const changes = [
      change(2, [item('a', true)]),
      change(3, [item('c')], ['b']),
      change(4, [item('a')]),
      change(5, [item('c', true)]),
    ]
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1, 1, 0],
      [1, 3, 0, 2],
    ]) {
      const list = order.reduce((list, at) => withChange(list, changes[at] as ListChange), start)
      expect(seen(list), `${order}`).toEqual(['a', 'c+'])
      expect([list.version, hasGap(list)]).toEqual([5, false])
    }
  })

  it('knows that a change is missing, and a load fills the gap', () => {
    const list = withChange(start, change(4, [item('a', true)]))
    expect(hasGap(list)).toBe(true)
    const filled = withLoaded(list, loaded(3, item('a'), item('d')))
    expect([seen(filled), filled.version, hasGap(filled)]).toEqual([['a+', 'd'], 4, false])
    expect(withLoaded(filled, loaded(2, item('b')))).toBe(filled)
  })

  it('a removal is not undone by an older load', () => {
    const list = withChange(withChange(start, change(3, [], ['b'])), change(2, [item('b', true)]))
    expect(seen(list)).toEqual(['a'])
    expect(seen(withLoaded(withChange(start, change(3, [], ['b'])), loaded(2, item('a'), item('b', true))))).toEqual([
      'a',
    ])
  })
})

describe('pending changes', () => {
  it('are shown over what the server said, one per item', () => {
    let pending: ItemChange[] = []
    pending = withPending(pending, { id: 'a', done: true })
    pending = withPending(pending, { id: 'n', text: 'eggs', aisle: 'dairy', language: null })
    pending = withPending(pending, { id: 'n', done: true })
    pending = withPending(pending, { id: 'b', removed: true })
    // Ticked by the user, removed by another person.
    pending = withPending(pending, { id: 'z', done: true })
    const items = new Map([item('a'), item('b')].map((each) => [each.id, each]))
    expect(shownItems(items, pending, 'en')).toEqual([
      { id: 'n', text: 'eggs', aisle: 'dairy', language: null, done: true },
      item('a', true),
    ])
    expect(pending).toHaveLength(4)
  })

  it('stay if they changed while they were sent', () => {
    const sent = withPending([], { id: 'a', done: true })
    const now = withPending(sent, { id: 'a', done: false })
    expect(withoutSent(sent, sent)).toEqual([])
    expect(withoutSent(now, sent)).toEqual([{ id: 'a', done: false }])
  })

  it('are read from storage without damaged ones', () => {
    const id = '0123456789abcdef0123456789abcdef'
    const kept = {
      id,
      ...loaded(3, item('a')),
      pending: [{ id: 'a', done: true }, { done: true }, { id: 'b', text: 'x' }],
    }
    expect(KEPT_LIST(JSON.parse(JSON.stringify(kept)))?.pending).toEqual([
      { id: 'a', done: true },
      { id: 'b', text: 'x' },
    ])
    expect(KEPT_LIST({ ...kept, id: '../x' })).toBeUndefined()
  })
})
