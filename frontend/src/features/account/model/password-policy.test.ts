import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepsAllRules, keptRules, PASSWORD_RULES, type PasswordRule, SHORTEST_PASSWORD } from './password-policy'

it('matches the password policy of the user pool', () => {
  const template = readFileSync('../template.yaml', 'utf8')
  const [, policy = ''] = /PasswordPolicy:\n((?: {10}.*\n)+)/.exec(template) ?? []
  expect(policy).toContain(`MinimumLength: ${SHORTEST_PASSWORD}`)
  const required = Array.from(policy.matchAll(/Require(\w+): true/g), ([, rule]) => rule)
  expect(required).toEqual(['Lowercase', 'Uppercase', 'Numbers', 'Symbols'])
})

describe('a password', () => {
  const rows: [string, PasswordRule[]][] = [
    ['', []],
    ['a', ['lowercase']],
    ['A', ['uppercase']],
    ['7', ['number']],
    ['!', ['symbol']],
    ['abcdefgh', ['length', 'lowercase']],
    ['Abcdef1!', ['length', 'lowercase', 'uppercase', 'number', 'symbol']],
    ['Abcdef1', ['lowercase', 'uppercase', 'number']],
    ['Abcd ef1', ['length', 'lowercase', 'uppercase', 'number', 'symbol']],
    [' Abcdef1', ['length', 'lowercase', 'uppercase', 'number']],
    ['Abcdef1 ', ['length', 'lowercase', 'uppercase', 'number']],
    // Cognito counts letters of other alphabets neither as lowercase or uppercase letters nor as symbols.
    ['ñandúÉÇ1', ['length', 'lowercase', 'number']],
    ['Abcdef1€', ['length', 'lowercase', 'uppercase', 'number']],
    ['Abcdef1💥', ['length', 'lowercase', 'uppercase', 'number']],
  ]
  it.each(rows)('%j keeps %j', (password, expected) => {
    expect([...keptRules(password)]).toEqual(expected)
  })

  it.each([...'^$*.[]{}()?-"!@#%&/\\,><\':;|_~`+='])('takes %s for a symbol', (symbol) => {
    expect(keepsAllRules(`Abcdef1${symbol}`)).toBe(true)
  })

  it('loses no rule but the length by growing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, more) => {
        const grown = keptRules(`${before}${more}`)
        for (const rule of PASSWORD_RULES.filter((each) => each !== 'length')) {
          if (keptRules(before).has(rule)) expect(grown.has(rule)).toBe(true)
        }
      }),
    )
  })

  it('is too long from 257 characters on', () => {
    expect(keepsAllRules(`Abcdef1!${'x'.repeat(248)}`)).toBe(true)
    expect(keepsAllRules(`Abcdef1!${'x'.repeat(249)}`)).toBe(false)
  })
})
