import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importMessages } from '../../src/shared/i18n/problem-messages'
import { partsOf } from './split-messages'

const known: Record<string, string> = JSON.parse(readFileSync('src/shared/i18n/messages/en.json', 'utf8'))
const parts = partsOf(known)
const having = (id: string) => [...parts].filter(([, ids]) => ids.has(id)).map(([part]) => part)

it('every message is in the shell or in a part, and in no part that has it of the shell', () => {
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

it('why an import failed is not among the words that the list begins with', () => {
  const reasons = Object.keys(importMessages).map((code) => `problem.${code}`)
  expect(reasons.length).toBeGreaterThan(20)
  for (const id of reasons) {
    expect(having(id), id).toEqual(expect.arrayContaining(['failures', 'recipe']))
    expect(having(id), id).not.toContain('my-recipes')
  }
})

it('cook mode, which has to open without a network, has the words of its recipe’s page', () => {
  const cook = Object.keys(known).filter((id) => id.startsWith('cook.'))
  expect(cook.length).toBeGreaterThan(5)
  for (const id of cook) expect(having(id), id).toContain('recipe')
})

it('a message that no page says fails', () => {
  expect(() => partsOf({ ...known, 'nobody.says': 'this' })).toThrow('nobody.says')
})
