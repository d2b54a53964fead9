import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APPEARANCE_KEY } from '../lib/browser/appearance'
import { FIRST_CARDS_KEY } from '../lib/list/stored-keys'

const page = document.documentElement

beforeEach(() => {
  vi.resetModules()
  page.setAttribute('data-app', '')
  document.head.replaceChildren()
})

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the only way to forget one in jsdom
  document.cookie = 'i18n_redirected=; max-age=0; path=/'
  history.replaceState(null, '', '/')
})

async function open(
  address: string,
  { languages = ['en-GB'], cookie = '', agent = 'Mozilla/5.0' } = {},
): Promise<string> {
  history.replaceState(null, '', address)
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser keeps it from an earlier visit
  if (cookie !== '') document.cookie = cookie
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  await import('./before-paint')
  return `${location.pathname}${location.search}${location.hash}`
}

describe('language of a first visit', () => {
  it.each([
    ['/my-recipes', ['es-AR', 'en'], '/es/my-recipes'],
    ['/', ['fr'], '/fr'],
    ['/my-recipes?add=https%3A%2F%2Fexample.com#top', ['fr-CA'], '/fr/my-recipes?add=https%3A%2F%2Fexample.com#top'],
    ['/recipes/0a', ['es'], '/es/recipes/0a'],
    ['/my-recipes', ['de', 'pt'], '/my-recipes'],
    ['/my-recipes', ['en', 'es'], '/my-recipes'],
    // Prefixed addresses and public pages keep their language.
    ['/fr/my-recipes', ['es'], '/fr/my-recipes'],
    ['/es', ['fr'], '/es'],
    ['/articles/scaling', ['es'], '/articles/scaling'],
    // The sign-in service requires exactly its registered address.
    ['/oauth/callback?code=1', ['es'], '/oauth/callback?code=1'],
  ])('%s in a browser that speaks %j leads to %s', async (address, languages, there) => {
    expect(await open(address, { languages })).toBe(there)
    expect(page.lang).toBe(there.startsWith('/es') ? 'es' : there.startsWith('/fr') ? 'fr' : 'en')
  })

  it('is stored', async () => {
    await open('/my-recipes', { languages: ['es'] })
    expect(document.cookie).toContain('i18n_redirected=es')
  })

  it('is not changed for bots', async () => {
    expect(await open('/', { languages: ['es'], agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe('/')
    expect(document.cookie).toBe('')
  })
})

describe('chosen language', () => {
  it('overrides the browser’s', async () => {
    expect(await open('/', { languages: ['es'], cookie: 'i18n_redirected=fr' })).toBe('/fr')
  })

  it('overrides it also when English', async () => {
    expect(await open('/my-recipes', { languages: ['es'], cookie: 'i18n_redirected=en' })).toBe('/my-recipes')
  })
})

describe('appearance', () => {
  const bars = () =>
    Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'), (m) => m.content)

  it.each([
    [null, 'orange', 'system', ['#ffffff', '#111827']],
    ['green dark', 'green', 'dark', ['#111827', '#111827']],
    ['orange light', 'orange', 'light', ['#ffffff', '#ffffff']],
    ['<b> purple', 'orange', 'system', ['#ffffff', '#111827']],
  ])('%s is applied before the first paint', async (stored, palette, mode, colours) => {
    if (stored !== null) localStorage.setItem(APPEARANCE_KEY, stored)
    await open('/my-recipes')
    expect([page.dataset['palette'], page.dataset['mode']]).toEqual([palette, mode])
    expect(bars()).toEqual(colours)
  })

  it('is the default when storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError')
    })
    await open('/my-recipes')
    expect(page.dataset['mode']).toBe('system')
  })
})

it.each([
  ['/my-recipes', '/en-list.js'],
  ['/fr/recipes/0123456789abcdef0123456789abcdef', '/fr-recipe.js'],
])('%s has %s fetched before the app asks for it', async (address, words) => {
  // Code of a page with content is fetched after the first paint.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly #run: (entries: unknown, observer: unknown) => void
      constructor(run: (entries: unknown, observer: unknown) => void) {
        this.#run = run
      }
      observe(): void {
        setTimeout(() => this.#run(null, this))
      }
      disconnect(): void {}
    },
  )
  const page = (name: string) => ({ code: [], words: { en: [`/en-${name}.js`], fr: [`/fr-${name}.js`] } })
  document.head.innerHTML = `<script type="application/json" id="preloads">${JSON.stringify({
    fonts: [],
    app: [],
    server: ['/server.js'],
    pages: { myRecipes: page('list'), recipe: page('recipe') },
  })}</script>`
  await open(address)
  await vi.waitFor(() =>
    expect(Array.from(document.head.querySelectorAll('link'), (link) => link.getAttribute('href'))).toEqual([
      words,
      '/server.js',
    ]),
  )
  vi.unstubAllGlobals()
})

it('a list with stored cards is fetched without the client library, but with their photos', async () => {
  document.head.innerHTML = `<script type="application/json" id="preloads">${JSON.stringify({
    fonts: [],
    app: [],
    server: ['/server.js'],
    pages: { myRecipes: { code: ['/list.js'], words: {} } },
  })}</script>`
  localStorage.setItem(FIRST_CARDS_KEY, '{"cards":[{"imageUrl":"media/1/a"}]}')
  await open('/my-recipes')
  localStorage.removeItem(FIRST_CARDS_KEY)
  expect(Array.from(document.head.querySelectorAll('link'), (link) => link.getAttribute('href'))).toEqual([
    '/list.js',
    '/media/1/a',
  ])
})
