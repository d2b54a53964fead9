import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Source } from 'graphql'
import { describe, expect, it } from 'vitest'
import { laterOperationsOf, operationsOf, readDocuments, readSchema } from './contract.mjs'

const made = (text: string) => operationsOf(readSchema(), [...readDocuments(), new Source(text, 'added.graphql')])

describe('an invalid operation is rejected', () => {
  it.each([
    ['an unknown field', 'query Q($id: ID!) { getRecipe(id: $id) { colour } }', 'Cannot query field "colour"'],
    ['an unknown operation', 'mutation M { sellRecipe }', 'Cannot query field "sellRecipe"'],
    ['a variable of another type', 'query Q($id: Int!) { getRecipe(id: $id) { id } }', '"$id" of type "Int!"'],
    ['an argument that is missing', 'query Q { getRecipe { id } }', 'argument "id" of type "ID!" is required'],
    ['a fragment that nobody spreads', 'fragment Unused on Recipe { id }', 'Fragment "Unused" is never used'],
  ])('%s', async (_, text, message) => {
    await expect(made(text)).rejects.toThrow(message)
  })

  it('with its position', async () => {
    await expect(made('{ getRecipe(id: "1") { colour } }')).rejects.toThrow('added.graphql:1:24')
  })
})

it('a failing command keeps the generated file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const frontend = join(folder, 'frontend')
  try {
    cpSync('build/codegen', join(frontend, 'build/codegen'), { recursive: true })
    cpSync('src/contract', join(frontend, 'src/contract'), { recursive: true })
    cpSync('../schema.graphql', join(folder, 'schema.graphql'))
    symlinkSync(resolve('node_modules'), join(frontend, 'node_modules'))
    const run = () => spawnSync(process.execPath, ['build/codegen/contract.mjs'], { cwd: frontend, encoding: 'utf8' })
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    const before = readFileSync(join(frontend, 'src/contract/operations.ts'), 'utf8')
    writeFileSync(join(frontend, 'src/contract/wrong.graphql'), 'query Q($id: ID!) { getRecipe(id: $id) { colour } }')
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('Cannot query field "colour"') })
    expect(readFileSync(join(frontend, 'src/contract/operations.ts'), 'utf8')).toBe(before)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('each operation has the mode of the schema’s directives', async () => {
  const documents = readDocuments()
  const later = Array.from(laterOperationsOf(readSchema(), documents).values())
  const text = [await operationsOf(readSchema(), documents), ...later].join('\n')
  const modes = Array.from(text.matchAll(/^export const (\w+):.* (ownership: .*) \}$/gm), ([, name, mode]) => [
    name,
    mode,
  ])
  expect(Object.fromEntries(modes)).toMatchObject({
    GET_RECIPE: 'ownership: false',
    UPDATE_RECIPE: 'ownership: true',
    DELETE_UPLOAD: 'ownership: true',
    ISSUE_OWNER_TOKEN: "ownership: false, mode: { mode: 'identityPool' }",
    CLAIM_RECIPES: "ownership: false, mode: { mode: 'identityPool' }",
    ON_RECIPE_CHANGE: 'ownership: false',
    OPEN_CREDITS: 'ownership: false',
  })
})

it('an operation includes nested fragments once', async () => {
  const text = await made('query Twice($id: ID!) { getRecipe(id: $id) { ...Recipe tags { ...Tag } } }')
  const document = /^export const TWICE: .*text: (".*?(?<!\\)")/m.exec(text)?.[1] ?? ''
  expect(document.match(/fragment \w+ on/g)?.toSorted()).toEqual(
    ['CountedLine', 'ImportSummary', 'Ingredient', 'Nutrition', 'Recipe', 'StepHeading', 'Tag'].map(
      (name) => `fragment ${name} on`,
    ),
  )
})
