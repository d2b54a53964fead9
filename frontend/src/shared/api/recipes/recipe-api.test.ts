import { describe, expect, it } from 'vitest'
import {
  COPY_RECIPE,
  CREATE_BLANK_RECIPE,
  CREATE_RECIPE,
  DELETE_ALL_RECIPES,
  DELETE_RECIPE,
  DELETE_RECIPES,
  EXPORT_RECIPES,
  GET_EXTRACTION,
  GET_RECIPE,
  RETRY_RECIPE,
  SOURCE_PAGES,
  UPDATE_RECIPE,
} from '../../../contract/operations'
import { asProblem, Problem } from '../../lib/errors'
import type { Backend } from '../backend'
import { lazyBackend } from '../lazy-backend'
import { problemOf } from '../server-errors'
import { ScriptedBackend } from '../test-support'
import { RecipeApi } from './recipe-api'

const id = '0123456789abcdef0123456789abcdef'
const other = 'f'.repeat(32)

function apiThatAnswers(operation: unknown, answer: (variables: never) => unknown) {
  const backend = new ScriptedBackend()
  backend.answer(operation, answer)
  return { backend, api: new RecipeApi(backend) }
}

/** Code and detail of a rejection. The sentences are tested in shared/i18n/messages.test. */
async function problem(call: Promise<unknown>): Promise<string> {
  const thrown: unknown = await call.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  )
  return thrown instanceof Problem ? described(thrown) : String(thrown)
}

function described({ code, detail }: Problem): string {
  return detail === null ? code : `${code}: ${detail}`
}

/** Throws what the library throws for a server error. */
function serverSays(message?: string): () => never {
  return () => {
    throw problemOf({
      data: null,
      errors: [{ message, errorType: 'Lambda:Unhandled', path: ['x'] }, { message: 'more' }],
    })
  }
}

const nothingOfImport: [string, string] = ['CREATE_FAILED', 'CREATE_EMPTY']
const calls: [string, unknown, (api: RecipeApi) => Promise<unknown>, string, string, unknown][] = [
  ['get', GET_RECIPE, (api) => api.get(id), 'GET_FAILED', `RECIPE_NOT_FOUND: ${id}`, { getRecipe: null }],
  [
    'update',
    UPDATE_RECIPE,
    (api) => api.update(id, 3, { title: 'Soup' }),
    'UPDATE_FAILED',
    'UPDATE_EMPTY',
    { updateRecipe: null },
  ],
  [
    'create blank',
    CREATE_BLANK_RECIPE,
    (api) => api.createBlank(id, 'en'),
    'CREATE_BLANK_FAILED',
    'CREATE_BLANK_EMPTY',
    { createBlankRecipe: null },
  ],
  ['copy', COPY_RECIPE, (api) => api.copy(other, id), 'COPY_FAILED', 'COPY_EMPTY', { copyRecipe: null }],
  [
    'create',
    CREATE_RECIPE,
    (api) => api.create(id, 'en', { url: 'https://example.com/' }),
    ...nothingOfImport,
    { createRecipe: null },
  ],
  ['retry', RETRY_RECIPE, (api) => api.retry(id), ...nothingOfImport, { retryRecipe: null }],
  ['delete', DELETE_RECIPE, (api) => api.delete(id), 'DELETE_FAILED', 'DELETE_FAILED', { deleteRecipe: null }],
  ['origins', GET_EXTRACTION, (api) => api.origins(id), 'GET_FAILED', `RECIPE_NOT_FOUND: ${id}`, { getRecipe: null }],
]

describe.each(calls)('%s', (_, operation, call, otherwise, empty, nothing) => {
  it('rethrows the first message of the errors', async () => {
    const { api } = apiThatAnswers(operation, serverSays('the oven is too hot'))
    expect(await problem(call(api))).toBe('UNKNOWN: the oven is too hot')
  })

  it("uses the operation's own problem if the server gives none", async () => {
    const { api } = apiThatAnswers(operation, serverSays())
    expect(await problem(call(api))).toBe(otherwise)
  })

  it('rejects an empty answer', async () => {
    const { api } = apiThatAnswers(operation, () => nothing)
    expect(await problem(call(api))).toBe(empty)
  })

  it.each([
    ['Unauthorized', 'UNAUTHORIZED'],
    ['Not Authorized to access x on type Mutation', 'UNAUTHORIZED'],
    ['Authentication required for this operation', 'AUTHENTICATION_REQUIRED'],
    ['Original recipe not found', 'ORIGINAL_NOT_FOUND'],
    [`Recipe with id ${other} not found`, `RECIPE_NOT_FOUND: ${other}`],
  ])('tells %s as %s', async (message, expected) => {
    const { api } = apiThatAnswers(operation, serverSays(message))
    expect(await problem(call(api))).toBe(expected)
  })
})

it('rejects without a client', async () => {
  const api = new RecipeApi(
    lazyBackend(async (): Promise<Backend> => {
      throw new Error('/config.json lacks region')
    }),
  )
  expect(await problem(api.get(id))).toBe('MODEL_NOT_AVAILABLE')
})

it('update sends the base version', async () => {
  const { backend, api } = apiThatAnswers(UPDATE_RECIPE, () => ({ updateRecipe: { id } }))
  await api.update(id, 7, { description: null, servings: 4 })
  expect(backend.sent[0]?.variables).toEqual({ input: { id, version: 7, description: null, servings: 4 } })
})

describe('deleteMany', () => {
  const ids = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(32, '0'))
  const answerFor = (some: string[], refused: ReadonlyMap<string, string | null>) =>
    some.map((one) => ({ id: one, deleted: !refused.has(one), error: refused.get(one) ?? null }))

  it('splits calls, and reports success only if all recipes are gone', async () => {
    const { backend, api } = apiThatAnswers(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => ({
      deleteRecipes: answerFor(some, new Map()),
    }))
    expect(await api.deleteMany(ids)).toEqual({ all: true, deleted: ids, failed: [] })
    expect(backend.sent.map(({ variables }) => (variables as { ids: string[] }).ids.length)).toEqual([50, 50, 20])
  })

  it('reports each failure with its reason', async () => {
    const refused = new Map<string, string | null>([
      [ids[1] ?? '', 'Unauthorized'],
      [ids[60] ?? '', null],
    ])
    const { api } = apiThatAnswers(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => ({
      deleteRecipes: answerFor(some, refused),
    }))
    const report = await api.deleteMany(ids)
    expect(report.all).toBe(false)
    expect(report.deleted).toHaveLength(118)
    expect(report.failed.map(({ id: one, problem }) => [one, described(problem)])).toEqual([
      [ids[1], 'UNAUTHORIZED'],
      [ids[60], 'DELETE_FAILED'],
    ])
  })

  it('treats a missing answer as a failure; a failed call affects only its own recipes', async () => {
    let count = 0
    const { api } = apiThatAnswers(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => {
      count += 1
      if (count === 2) throw new Problem('OFFLINE')
      return { deleteRecipes: answerFor(some, new Map()).slice(1) }
    })
    const report = await api.deleteMany(ids)
    expect(report.failed.map(({ problem }) => problem.code)).toEqual([
      'DELETE_FAILED',
      ...Array.from({ length: 50 }, () => 'OFFLINE'),
      'DELETE_FAILED',
    ])
    expect(report.deleted).toHaveLength(68)
  })
})

it('deleteAll repeats the call until done and reports progress', async () => {
  const progress = [
    { deleted: 120, done: false },
    { deleted: 30, done: true },
  ]
  const { api } = apiThatAnswers(DELETE_ALL_RECIPES, () => ({ deleteAllRecipes: progress.shift() ?? null }))
  const reported: number[] = []
  expect(await api.deleteAll((deleted) => reported.push(deleted))).toBe(150)
  expect(reported).toEqual([120, 150])
})

it('exportAll reads page after page', async () => {
  const pages = new Map([
    [null, { items: [{ id: 'a' }], nextToken: 'second' }],
    ['second', { items: [{ id: 'b' }], nextToken: null }],
  ])
  const { api } = apiThatAnswers(EXPORT_RECIPES, ({ nextToken }: { nextToken: string | null }) => ({
    exportRecipes: pages.get(nextToken as null),
  }))
  const seen: string[] = []
  for await (const page of api.exportAll()) seen.push(...page.map((recipe) => recipe.id))
  expect(seen).toEqual(['a', 'b'])
})

describe('exportSome', () => {
  const collected = async (api: RecipeApi, ids: readonly string[]) => {
    const seen: string[] = []
    for await (const page of api.exportSome(ids)) seen.push(...page.map((recipe) => recipe.id))
    return seen
  }

  it('fetches a few recipes one by one and skips missing ones', async () => {
    const { backend, api } = apiThatAnswers(GET_RECIPE, ({ id }: { id: string }) => {
      if (id === 'b') throw new Problem('RECIPE_NOT_FOUND')
      return { getRecipe: id === 'c' ? null : { id } }
    })
    expect(await collected(api, ['d', 'b', 'c', 'a'])).toEqual(['d', 'a'])
    expect(backend.countOf(EXPORT_RECIPES)).toBe(0)
  })

  it('rejects on an error', async () => {
    const { api } = apiThatAnswers(GET_RECIPE, () => {
      throw new Problem('OFFLINE')
    })
    expect(await problem(collected(api, ['a']))).toBe('OFFLINE')
  })

  it('filters the full export when many recipes are wanted', async () => {
    const wanted = Array.from({ length: 21 }, (_, index) => `wanted-${index}`)
    const items = [...wanted, 'other'].map((id) => ({ id }))
    const { backend, api } = apiThatAnswers(EXPORT_RECIPES, () => ({ exportRecipes: { items, nextToken: null } }))
    expect(await collected(api, wanted)).toEqual(wanted)
    expect(backend.countOf(GET_RECIPE)).toBe(0)
  })
})

it('sourcePages sorts by page number', async () => {
  const { api } = apiThatAnswers(SOURCE_PAGES, () => ({ sourcePages: [{ page: 1 }, { page: 0 }] }))
  expect((await api.sourcePages(id)).map(({ page }) => page)).toEqual([0, 1])
})

it('other errors become a problem', () => {
  expect(asProblem('what?').code).toBe('UNKNOWN')
})
