import { beforeEach, expect, it, vi } from 'vitest'
import { CARD_SIZES } from '../recipe/picture'
import { aCard } from '../test-support'
import { PRELOADS_ID, type Preloads, preload, preloadPictures } from './preloads'

const LIST: Preloads = {
  fonts: ['/assets/serif.woff2'],
  app: ['/assets/app.js'],
  server: ['/assets/server.js'],
  pages: {
    myRecipes: { code: ['/assets/list.js'], words: { en: ['/assets/en.js'], es: ['/assets/es.js'] } },
    recipe: { code: ['/assets/recipe.js', '/assets/steps.js'], words: { en: [], es: ['/assets/es-recipe.js'] } },
  },
}
const asked = () =>
  Array.from(document.head.querySelectorAll('link'), (link) => [
    link.rel,
    link.crossOrigin,
    new URL(link.href).pathname,
  ])

beforeEach(() => document.head.replaceChildren())

function write(): void {
  const list = document.createElement('script')
  list.type = 'application/json'
  list.id = PRELOADS_ID
  list.textContent = JSON.stringify(LIST)
  document.head.append(list)
}

const PAGE = [
  ['preload', 'anonymous', '/assets/serif.woff2'],
  ['modulepreload', 'anonymous', '/assets/app.js'],
  ['modulepreload', 'anonymous', '/assets/recipe.js'],
  ['modulepreload', 'anonymous', '/assets/steps.js'],
  ['modulepreload', 'anonymous', '/assets/es-recipe.js'],
]

it("fetches a page's fonts and code, and its words in one language", () => {
  write()
  preload('recipe', 'es', document, { withServer: false, hasContent: false })
  // Same credentials mode as for modules; otherwise they would be fetched twice.
  expect(asked()).toEqual(PAGE)
})

it('fetches the code of a page with content after the first paint', () => {
  const paint = vi.fn()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (entries: unknown, observer: unknown) => void) {
        paint.mockImplementation(() => callback(null, this))
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  write()
  preload('recipe', 'es', document, { withServer: false, hasContent: true })
  expect(asked()).toEqual(PAGE.slice(0, 1))
  paint()
  expect(asked()).toEqual(PAGE)
  vi.unstubAllGlobals()
})

it('fetches nothing without a list', () => {
  preload('recipe', 'en', document, { withServer: true, hasContent: false })
  expect(asked()).toEqual([])
})

it('fetches only the app for an unlisted page', () => {
  write()
  preload('profile', 'en', document, { withServer: false, hasContent: false })
  expect(asked()).toEqual([['modulepreload', 'anonymous', '/assets/app.js']])
})

it('fetches the client library for any page that needs it', () => {
  write()
  preload('profile', 'en', document, { withServer: true, hasContent: false })
  expect(asked().at(-1)?.at(-1)).toBe('/assets/server.js')
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
