import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberDestination, safeDestination, takeDestination } from './destination'

const HERE = 'https://zest.example'

describe('safe destination', () => {
  it.each([
    ['/my-recipes', '/my-recipes'],
    ['/recipes/0123?servings=4#steps', '/recipes/0123?servings=4#steps'],
    ['/', '/'],
    ['/a/../b', '/b'],
    ['/es/perfil con espacios', '/es/perfil%20con%20espacios'],
  ])('%j leads to %j', (path, expected) => {
    expect(safeDestination(path)).toBe(expected)
  })

  it.each([
    '',
    'my-recipes',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    `/${'a'.repeat(2_000)}`,
  ])('%j leads nowhere', (path) => {
    expect(safeDestination(path)).toBeNull()
  })

  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '\t',
    '\n',
    ' ',
    '%2f',
    '?',
    '#',
    'evil.example',
    'https:',
    'a',
  )
  const path = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )

  it('never leaves the origin, however it is followed', () => {
    fc.assert(
      fc.property(path, (text) => {
        const found = safeDestination(text)
        if (found === null) return
        expect(new URL(found, HERE).origin).toBe(HERE)
        expect(new URL(found, `${HERE}/es/login?x=1`).origin).toBe(HERE)
        expect(found).toMatch(/^\/(?![/\\])/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(path, (text) => {
        const once = safeDestination(text)
        expect(safeDestination(once)).toBe(once)
      }),
    )
  })
})

describe('stored destination', () => {
  beforeEach(() => sessionStorage.clear())

  it('is returned once', () => {
    rememberDestination('/profile')
    expect(takeDestination()).toBe('/profile')
    expect(takeDestination()).toBeNull()
  })

  it('is not stored if it leaves the origin, and an older one stays', () => {
    rememberDestination('/profile')
    rememberDestination('//evil.example')
    expect(takeDestination()).toBe('/profile')
  })

  it('is rejected if another script wrote an unsafe one', () => {
    sessionStorage.setItem('zest.auth-redirect', '//evil.example')
    expect(takeDestination()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })
})
