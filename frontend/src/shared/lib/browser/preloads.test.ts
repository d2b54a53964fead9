import { beforeEach, expect, it } from 'vitest'
import { PRELOADS_ID, type Preloads, preload } from './preloads'

const LIST: Preloads = {
  myRecipes: { code: ['/assets/list.js'], words: { en: ['/assets/en.js'], es: ['/assets/es.js'] } },
  recipe: { code: ['/assets/recipe.js', '/assets/steps.js'], words: { en: [], es: ['/assets/es-recipe.js'] } },
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

it("has a page's code fetched, and its words in one language", () => {
  write()
  preload('recipe', 'es', document)
  // Same credentials mode as for modules; otherwise they would be fetched twice.
  expect(asked()).toEqual([
    ['modulepreload', 'anonymous', '/assets/recipe.js'],
    ['modulepreload', 'anonymous', '/assets/steps.js'],
    ['modulepreload', 'anonymous', '/assets/es-recipe.js'],
  ])
})

it('fetches nothing for an unlisted page or without a list', () => {
  preload('recipe', 'en', document)
  write()
  preload('profile', 'en', document)
  preload('', 'en', document)
  expect(asked()).toEqual([])
})
