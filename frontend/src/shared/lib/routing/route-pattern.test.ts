import { expect, it } from 'vitest'
import { routePattern } from './route-pattern'

it.each([
  ['/', '/'],
  ['/my-recipes', '/my-recipes'],
  ['/my-recipes/', '/my-recipes'],
  ['/recipes/0123456789abcdef0123456789abcdef', '/recipes/:id'],
  ['/recipes/0123456789abcdef0123456789abcdef/cook', '/recipes/:id/cook'],
  ['/articles/how-to-soak-beans', '/articles/:slug'],
  ['/recipes/abc/maria@example.com', '/*'],
  ['/nowhere', '/*'],
])('%s is of the route %s', (path, pattern) => {
  expect(routePattern(path)).toBe(pattern)
  // Format accepted by the server.
  expect(pattern).toMatch(/^(\/(\*|:?[A-Za-z][A-Za-z-]{0,39})?){1,6}$/)
})
