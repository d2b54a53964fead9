import { readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { expect, it } from 'vitest'
import { importMessages } from '../../src/shared/i18n/problem-messages'
import { partsOf, shortId, withFrenchSpaces } from './split-messages'

const known: Record<string, string> = JSON.parse(readFileSync('src/shared/i18n/messages/en.json', 'utf8'))
const parts = partsOf(known)
const having = (id: string) => [...parts].filter(([, ids]) => ids.has(id)).map(([part]) => part)

it('every message is in the shell or in parts, not in both', () => {
  for (const id of Object.keys(known)) {
    const names = having(id)
    expect(names.length, id).toBeGreaterThan(0)
    if (names.includes('shell')) expect(names, id).toEqual(['shell'])
  }
})

it.each([
  ['shell.skip', ['shell']],
  ['list.sort.newest', ['my-recipes']],
  ['selection.all', ['later']],
  ['shopping.title', ['shopping']],
  ['profile.title', ['profile']],
  ['auth.signIn.title', ['account']],
])('%s is in %j', (id, names) => {
  expect(having(id)).toEqual(names)
})

it('reasons of failed imports are not in the list’s part', () => {
  const reasons = Object.keys(importMessages).map((code) => `problem.${code}`)
  expect(reasons.length).toBeGreaterThan(20)
  for (const id of reasons) {
    expect(having(id), id).toEqual(expect.arrayContaining(['failures', 'recipe']))
    expect(having(id), id).not.toContain('my-recipes')
  }
})

it('the recipe’s part has the messages of cook mode, for offline use', () => {
  const cook = Object.keys(known).filter((id) => id.startsWith('cook.'))
  expect(cook.length).toBeGreaterThan(5)
  for (const id of cook) expect(having(id), id).toContain('recipe')
})

it('a message that no page uses throws', () => {
  expect(() => partsOf({ ...known, 'nobody.says': 'this' })).toThrow('nobody.says')
})

it('French messages get their narrow spaces in every part', () => {
  const message = parse('{n, plural, one {Un ?} other {« # » <b>sûr : oui</b>}} ; <b>oui !</b>')
  expect(printAST([...withFrenchSpaces(message)] as typeof message)).toBe(
    '{n,plural,one{Un\u202f?} other{«\u202f#\u202f» <b>sûr\u00a0: oui</b>}}\u202f; <b>oui\u202f!</b>',
  )
})

it('short ids are unique, and ids of other messages stay', () => {
  const ids = Object.keys(known)
  const short = ids.map(shortId)
  expect(new Set(short).size).toBe(ids.length)
  expect(Math.max(...short.map((id) => id.length))).toBeLessThanOrEqual(3)
  expect(shortId('site.home.title')).toBe('site.home.title')
})
