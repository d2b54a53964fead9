import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageIn } from './page-languages'

const english = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')

it.each([
  ['es', 'Zest – Directo a la receta'],
  ['fr', 'Zest – Droit à la recette'],
] as const)('the page in %s has its language, title and picture', (locale, title) => {
  const page = new DOMParser().parseFromString(pageIn(locale, english), 'text/html')
  expect(page.documentElement.lang).toBe(locale)
  expect(page.title).toBe(title)
  const meta = (name: string) => page.querySelector(`meta[property="${name}"]`)?.getAttribute('content')
  expect(meta('og:title')).toBe(title)
  expect(meta('og:image')).toMatch(`card-${locale}.jpg`)
  expect(page.head.innerHTML).not.toContain('Clean structured recipes')
})

it('a page without a text that must change is refused', () => {
  expect(() => pageIn('es', english.replaceAll('Get to the Recipe', ''))).toThrow('index.html does not have')
})
