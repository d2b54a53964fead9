import { expect, it } from 'vitest'
import { paths } from './paths'
import { areValid, isAppRoute, ROUTE_NAMES, ROUTES, routeOf } from './routes'

it.each([
  ['/', 'home'],
  ['/my-recipes', 'myRecipes'],
  ['/my-recipes/', 'myRecipes'],
  ['/my-recipes/print', 'print'],
  ['/recipes/0a', 'recipe'],
  ['/recipes/0a/edit', 'editRecipe'],
  ['/oauth/callback', 'oauthCallback'],
  ['/articles', 'articles'],
  ['/articles/scale-a-recipe', 'article'],
  ['/my-recipes/other', null],
  ['/recipes', null],
  ['/recipes/', null],
  ['/recipes//edit', null],
  ['/es', null],
  ['/toString', null],
])('%s asks for the route %s', (path, route) => {
  expect(routeOf(path)).toBe(route)
})

it('a path without parameters is a string, one with a parameter is a function', () => {
  expect(paths.print).toBe('/my-recipes/print')
  expect(paths.cook('0a')).toBe('/recipes/0a/cook')
  // The parameter must not act as a replacement pattern.
  expect(paths.recipe('$&')).toBe('/recipes/$&')
})

it('every route is found by its path, and only pages are in the sitemap', () => {
  for (const name of ROUTE_NAMES) {
    expect(routeOf(ROUTES[name].path.replace(/:\w+/, 'x'))).toBe(name)
    if (isAppRoute(name)) expect(ROUTES[name].sitemap, name).toBe(false)
  }
})

it.each([
  [{}, true],
  [{ id: '0123456789abcdef0123456789abcdef' }, true],
  [{ id: '0123456789ABCDEF0123456789ABCDEF' }, false],
  [{ id: '0123456789abcdef0123456789abcdef0' }, false],
  [{ id: undefined }, false],
  [{ '*': 'anything' }, true],
])('the parameters %o are valid: %s', (parameters, valid) => {
  expect(areValid(parameters)).toBe(valid)
})
