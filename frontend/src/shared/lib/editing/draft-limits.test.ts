import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DRAFT_LIMITS } from './draft-limits'

const SERVER = '../lambdas/app/src'
const constants = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.startsWith('book') && file.endsWith('.rs'))
  .map((file) => readFileSync(join(SERVER, file), 'utf8'))
  .join('\n')

/** Value of a constant in the server's code: numbers and products of numbers. */
function onServer(name: string): number {
  const found = new RegExp(`const ${name}: \\w+ = ([\\d_* ]+);`).exec(constants)?.[1]
  if (found === undefined) throw new Error(`the server has no constant ${name}`)
  return found
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1)
}

it.each([
  ['TITLE_LIMIT', DRAFT_LIMITS.title],
  ['AUTHOR_LIMIT', DRAFT_LIMITS.author],
  ['TEXT_LIMIT', DRAFT_LIMITS.text],
  ['LINE_LIMIT', DRAFT_LIMITS.lines],
  ['TAG_LIMIT', DRAFT_LIMITS.tags],
  ['SHORT_TEXT_LIMIT', DRAFT_LIMITS.short],
  ['MINUTES_LIMIT', DRAFT_LIMITS.minutes],
  ['SERVINGS_LIMIT', DRAFT_LIMITS.servings],
])('the server’s %s is ours', (name, limit) => {
  expect(onServer(name)).toBe(limit)
})
