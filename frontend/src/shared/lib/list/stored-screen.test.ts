import { afterEach, beforeEach, expect, it } from 'vitest'
import { MEMBER_KEY } from '../recipe/owner'
import { forgetPersonalData } from '../recipe/personal-data'
import { FIRST_CARDS_KEY, SCREEN_KEY } from './stored-keys'
import { STORED_SCREEN, showStoredScreen, storeScreen } from './stored-screen'

const LAST_USER = 'CognitoIdentityServiceProvider.client.LastAuthUser'

let root: HTMLElement

beforeEach(() => {
  history.replaceState(null, '', '/my-recipes')
  document.documentElement.dataset['build'] = 'b1'
  document.body.innerHTML = '<div id="root"><p>Loading</p></div>'
  root = document.getElementById('root') ?? document.body
  localStorage.setItem(FIRST_CARDS_KEY, '{}')
})

afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
  delete document.documentElement.dataset['build']
  document.body.replaceChildren()
})

function stored(html: string, owner = 'guest'): void {
  const shown = document.createElement('div')
  shown.innerHTML = html
  storeScreen(shown, owner, localStorage)
}

function reload(): boolean {
  const isStored = showStoredScreen(document)
  document.dispatchEvent(new Event('readystatechange'))
  return isStored
}

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => `<li data-index="${index}">Soup ${index}</li>`).join('')

it('shows the list of the last visit, inert', () => {
  stored(`<main><ul>${cards(2)}</ul></main>`)
  expect(reload()).toBe(true)
  expect(root.hasAttribute(STORED_SCREEN)).toBe(true)
  expect(root.innerHTML).toBe(`<main inert=""><ul>${cards(2)}</ul></main>`)
})

it('stores the first screen only, without messages, dialogs, typed text and readiness', () => {
  stored(
    `<main data-synced="true"><input value="typed"><p role="status">Saved</p><div role="dialog">Delete?</div><ul>${cards(40)}</ul></main>`,
  )
  reload()
  expect(root.innerHTML).toBe(`<main inert=""><input><ul>${cards(12)}</ul></main>`)
})

it('keeps the screen when a long list is scrolled down', () => {
  stored(`<ul>${cards(1)}</ul>`)
  stored('<ul><li data-index="900">Stew</li></ul>')
  reload()
  expect(root.textContent).toBe('Soup 0')
})

it.each([
  ['another address', () => history.replaceState(null, '', '/es/my-recipes')],
  ['a search', () => history.replaceState(null, '', '/my-recipes?q=stew')],
  ['another build', () => Object.assign(document.documentElement.dataset, { build: 'b2' })],
  ['another person', () => localStorage.setItem(MEMBER_KEY, 'sub-2')],
  ['a damaged entry', () => localStorage.setItem(SCREEN_KEY, '{')],
])('is not shown for %s', (_, change) => {
  stored(`<ul>${cards(1)}</ul>`)
  change()
  expect(reload()).toBe(false)
  expect(root.textContent).toBe('Loading')
})

it('is shown to a member only while the session lasts', () => {
  localStorage.setItem(MEMBER_KEY, 'sub-1')
  localStorage.setItem(LAST_USER, 'one')
  stored(`<ul>${cards(1)}</ul>`, 'sub-1')
  expect(reload()).toBe(true)
  localStorage.removeItem(LAST_USER)
  expect(showStoredScreen(document)).toBe(false)
})

it('is deleted by a sign-out, and not stored again when the page is left', () => {
  stored(`<ul>${cards(1)}</ul>`)
  forgetPersonalData(localStorage)
  expect(localStorage.getItem(SCREEN_KEY)).toBeNull()
  stored(`<ul>${cards(1)}</ul>`)
  expect(localStorage.getItem(SCREEN_KEY)).toBeNull()
})

it('is not stored for a person who signed in in another tab', () => {
  localStorage.setItem(MEMBER_KEY, 'sub-2')
  stored(`<ul>${cards(1)}</ul>`, 'sub-1')
  expect(localStorage.getItem(SCREEN_KEY)).toBeNull()
})

it('is deleted with the last recipe', () => {
  stored(`<ul>${cards(1)}</ul>`)
  stored('<p>Welcome</p>')
  expect(localStorage.getItem(SCREEN_KEY)).toBeNull()
})

it('deletes the older screen when the new one is too large', () => {
  stored(`<ul>${cards(1)}</ul>`)
  stored(`<ul>${cards(1)}</ul>${'x'.repeat(150_000)}`)
  expect(localStorage.getItem(SCREEN_KEY)).toBeNull()
})
