import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BrowserHistory, browserHistory, type Place } from './browser-history'
import { guardHistory } from './history-gate'

let moves: Place[]
let stop: () => void
let own: BrowserHistory

beforeEach(() => {
  history.pushState(null, '', '/es/my-recipes?q=soup')
  own = browserHistory()
  moves = []
  stop = own.listen((place) => moves.push(place))
})

afterEach(() => {
  stop()
  history.replaceState(null, '', '/')
})

const paths = () => moves.map(({ location }) => location.pathname + location.search + location.hash)
const address = () => location.pathname + location.search + location.hash

async function travel(steps: number): Promise<void> {
  const heard = arrival()
  history.go(steps)
  await heard
}

/** Resolves on arrival, after all other listeners. */
function arrival(): Promise<void> {
  return new Promise((resolve) => addEventListener('popstate', () => resolve(), { once: true }))
}

it('numbers the first entry and keeps its existing state', () => {
  expect(history.state).toEqual({ idx: 0 })
  expect(own.place()).toEqual({
    location: { pathname: '/es/my-recipes', search: '?q=soup', hash: '', state: null, key: 'default' },
    navigationType: 'POP',
  })
  history.replaceState({ usr: { from: 'list' }, key: 'abc', idx: 7 }, '')
  expect(browserHistory().place().location).toMatchObject({ state: { from: 'list' }, key: 'abc' })
  expect(history.state).toEqual({ usr: { from: 'list' }, key: 'abc', idx: 7 })
})

it('pushes an entry with its state, a key and the next number', () => {
  own.push({ pathname: '/es/recipes/1', search: '?servings=2', hash: '#step' }, { from: 'list' })
  own.push('/es/profile')
  expect(address()).toBe('/es/profile')
  const [first, second] = moves
  expect(first).toMatchObject({ navigationType: 'PUSH', location: { search: '?servings=2', state: { from: 'list' } } })
  expect(second?.location.state).toBeNull()
  expect(second?.location.key).toMatch(/^[a-z0-9]+$/)
  expect(second?.location.key).not.toBe(first?.location.key)
  expect(history.state).toEqual({ usr: null, key: second?.location.key, idx: 2 })
})

it('replaces an entry with the same number and a new key', () => {
  own.push('/es/recipes/1')
  const before = own.place().location.key
  own.replace({ search: '?servings=4' }, 'kept')
  expect(address()).toBe('/es/recipes/1?servings=4')
  expect(history.state).toMatchObject({ usr: 'kept', idx: 1 })
  expect(own.place().location.key).not.toBe(before)
  expect(moves.at(-1)?.navigationType).toBe('REPLACE')
})

it('reports back and forward with the stored key and state', async () => {
  own.push('/es/recipes/1', { from: 'list' })
  const { key } = own.place().location
  await travel(-1)
  await travel(1)
  expect(paths()).toEqual(['/es/recipes/1', '/es/my-recipes?q=soup', '/es/recipes/1'])
  expect(moves.at(-1)).toMatchObject({ navigationType: 'POP', location: { key, state: { from: 'list' } } })
})

it('reports nothing after unsubscribing', async () => {
  own.push('/es/recipes/1')
  stop()
  await travel(-1)
  expect(paths()).toEqual(['/es/recipes/1'])
})

it('does not count an entry that the browser rejected', () => {
  vi.spyOn(history, 'pushState').mockImplementationOnce(() => {
    throw new DOMException('a function', 'DataCloneError')
  })
  expect(() => own.push('/es/recipes/1', () => undefined)).toThrow('a function')
  expect(moves).toEqual([])
  own.push('/es/recipes/1')
  expect(history.state).toMatchObject({ idx: 1 })
})

it('neither pushes nor replaces while a guard refuses', () => {
  const keeper = vi.fn()
  const open = guardHistory(keeper)
  own.push('/es/recipes/1')
  own.replace('/es/recipes/2')
  expect(keeper).toHaveBeenCalledTimes(2)
  expect(address()).toBe('/es/my-recipes?q=soup')
  expect(moves).toEqual([])
  open()
  own.push('/es/recipes/3')
  expect(address()).toBe('/es/recipes/3')
})

it('pushes the original target when the guard releases', () => {
  const open = guardHistory((leave) => leave())
  own.push('/es/recipes/1', 'kept')
  open()
  expect(moves).toMatchObject([{ location: { pathname: '/es/recipes/1', state: 'kept' } }])
})

it.each([-1, 1, -2])('stands where it was when %i steps are refused', async (steps) => {
  for (const path of ['/es/1', '/es/2', '/es/3']) own.push(path)
  await travel(-1)
  const seen = moves.length
  const keeper = vi.fn()
  const open = guardHistory(keeper)
  await travel(steps)
  expect(keeper).not.toHaveBeenCalled()
  await arrival()
  expect(keeper).toHaveBeenCalledOnce()
  expect(address()).toBe('/es/2')
  expect(moves).toHaveLength(seen)
  open()
})

it('completes a back or forward move when the guard releases', async () => {
  for (const path of ['/es/1', '/es/2']) own.push(path)
  const seen = moves.length
  const open = guardHistory((leave) => {
    open()
    leave()
  })
  await travel(-2)
  await arrival()
  await arrival()
  expect(address()).toBe('/es/my-recipes?q=soup')
  expect(paths().slice(seen)).toEqual(['/es/my-recipes?q=soup'])
  expect(history.state).toMatchObject({ idx: 0 })
})

it('does not guard a fragment of the same page, and numbers its entry', () => {
  const keeper = vi.fn()
  const open = guardHistory(keeper)
  history.pushState(null, '', '#main')
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  open()
  expect(keeper).not.toHaveBeenCalled()
  expect(paths()).toEqual(['/es/my-recipes?q=soup#main'])
  expect(history.state).toEqual({ idx: 1 })
})

it('keeps addresses as written, and encodes them as the browser does', () => {
  expect(own.createHref('/fr/profile')).toBe('/fr/profile')
  expect(own.createHref({ pathname: '/fr/profile', search: '?a=1', hash: '#b' })).toBe('/fr/profile?a=1#b')
  expect(own.encodeLocation?.('/fr/crème brûlée?a b#c')).toEqual({
    pathname: '/fr/cr%C3%A8me%20br%C3%BBl%C3%A9e',
    search: '?a%20b',
    hash: '#c',
  })
  expect(own.createURL?.('//elsewhere.example/x').origin).toBe(location.origin)
  expect(own.createURL?.('/last ').pathname).toBe('/last%20')
})
