import { beforeEach, expect, it } from 'vitest'
import { CARD_SIZES } from '../recipe/picture'
import { aCard } from '../test-support'
import { PRELOADS_ID, type Preloads, preload, preloadPictures } from './preloads'

const LIST: Preloads = {
  fonts: ['/assets/serif.woff2'],
  server: ['/assets/server.js'],
  pages: {
    myRecipes: { code: ['/assets/list.js'], words: { en: ['/assets/en.js'], es: ['/assets/es.js'] } },
    recipe: { code: ['/assets/recipe.js', '/assets/steps.js'], words: { en: [], es: ['/assets/es-recipe.js'] } },
  },
}
const asked = () =>
  Array.from(document.head.querySelectorAll('link'), ({ rel, crossOrigin, href }) => [
    rel,
    crossOrigin,
    new URL(href).pathname,
  ])

beforeEach(() => document.head.replaceChildren())

function write(): void {
  const list = document.createElement('script')
  list.type = 'application/json'
  list.id = PRELOADS_ID
  list.textContent = JSON.stringify(LIST)
  document.head.append(list)
}

it("has a page's fonts and code fetched, and its words in one language", () => {
  write()
  preload('recipe', 'es', document, false)
  // Same credentials mode as for modules; otherwise they would be fetched twice.
  expect(asked()).toEqual([
    ['preload', 'anonymous', '/assets/serif.woff2'],
    ['modulepreload', 'anonymous', '/assets/recipe.js'],
    ['modulepreload', 'anonymous', '/assets/steps.js'],
    ['modulepreload', 'anonymous', '/assets/es-recipe.js'],
  ])
})

it('fetches nothing for an unlisted page or without a list', () => {
  preload('recipe', 'en', document, true)
  write()
  preload('profile', 'en', document, false)
  preload('', 'en', document, false)
  expect(asked()).toEqual([])
})

it('has the client library fetched for any page that needs it', () => {
  write()
  preload('profile', 'en', document, true)
  expect(asked()).toEqual([['modulepreload', 'anonymous', '/assets/server.js']])
})

it('has the first two photos of the list fetched, in the size of a card', () => {
  const cards = ['media/1/a-1200x800', null, 'media/3/c', 'media/4/d'].map((imageUrl) => aCard({ imageUrl }))
  preloadPictures(JSON.stringify({ owner: 'guest', shape: 'query', cards }), document)
  const links = Array.from(document.head.querySelectorAll('link'))
  expect(links.map(({ outerHTML }) => outerHTML.match(/\/media\/[\w/-]+/)?.[0])).toEqual([
    '/media/1/a-1200x800-320',
    '/media/3/c',
  ])
  expect(links[0]?.getAttribute('imagesizes')).toBe(CARD_SIZES)
})
