import { describe, expect, it } from 'vitest'
import { asProblem, Problem } from '../lib/problem'
import type { Backend } from './backend'
import {
  COPY_RECIPE,
  CREATE_BLANK_RECIPE,
  DELETE_ALL_RECIPES,
  DELETE_RECIPES,
  EXPORT_RECIPES,
  SOURCE_PAGES,
  UPDATE_RECIPE,
} from './book-operations'
import { problemOf } from './errors'
import { lazyBackend } from './lazy-backend'
import { GET_RECIPE } from './operations'
import { RecipeBook } from './recipe-book'
import { ScriptedBackend } from './test-support'

const id = '0123456789abcdef0123456789abcdef'
const other = 'f'.repeat(32)

function bookThatHears(operation: unknown, answer: (variables: never) => unknown) {
  const backend = new ScriptedBackend()
  backend.answer(operation, answer)
  return { backend, book: new RecipeBook(backend) }
}

/** The code of a refusal, and what else is known of it; i18n/messages.test has their sentences. */
async function problem(call: Promise<unknown>): Promise<string> {
  const thrown: unknown = await call.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  )
  return thrown instanceof Problem ? told(thrown) : String(thrown)
}

function told({ code, detail }: Problem): string {
  return detail === null ? code : `${code}: ${detail}`
}

/** Throws what the library throws for a server's answer. */
function serverSays(message?: string): () => never {
  return () => {
    throw problemOf({
      data: null,
      errors: [{ message, errorType: 'Lambda:Unhandled', path: ['x'] }, { message: 'more' }],
    })
  }
}

const calls: [string, unknown, (book: RecipeBook) => Promise<unknown>, string, string, unknown][] = [
  ['get', GET_RECIPE, (book) => book.get(id), 'GET_FAILED', `RECIPE_NOT_FOUND: ${id}`, { getRecipe: null }],
  [
    'update',
    UPDATE_RECIPE,
    (book) => book.update(id, 3, { title: 'Soup' }),
    'UPDATE_FAILED',
    'UPDATE_EMPTY',
    { updateRecipe: null },
  ],
  [
    'create blank',
    CREATE_BLANK_RECIPE,
    (book) => book.createBlank(id, 'en'),
    'CREATE_BLANK_FAILED',
    'CREATE_BLANK_EMPTY',
    { createBlankRecipe: null },
  ],
  ['copy', COPY_RECIPE, (book) => book.copy(other, id), 'COPY_FAILED', 'COPY_EMPTY', { copyRecipe: null }],
]

describe.each(calls)('%s', (_, operation, call, otherwise, empty, nothing) => {
  it('rethrows the first message of the errors', async () => {
    const { book } = bookThatHears(operation, serverSays('the oven is too hot'))
    expect(await problem(call(book))).toBe('UNKNOWN: the oven is too hot')
  })

  it('has a reason of its own where the server gives none', async () => {
    const { book } = bookThatHears(operation, serverSays())
    expect(await problem(call(book))).toBe(otherwise)
  })

  it('says that nothing came back', async () => {
    const { book } = bookThatHears(operation, () => nothing)
    expect(await problem(call(book))).toBe(empty)
  })

  it.each([
    ['Unauthorized', 'UNAUTHORIZED'],
    ['Not Authorized to access x on type Mutation', 'UNAUTHORIZED'],
    ['Authentication required for this operation', 'AUTHENTICATION_REQUIRED'],
    ['Original recipe not found', 'ORIGINAL_NOT_FOUND'],
    [`Recipe with id ${other} not found`, `RECIPE_NOT_FOUND: ${other}`],
  ])('tells %s as %s', async (message, told) => {
    const { book } = bookThatHears(operation, serverSays(message))
    expect(await problem(call(book))).toBe(told)
  })
})

it('without a client the recipe model is not available', async () => {
  const book = new RecipeBook(
    lazyBackend(async (): Promise<Backend> => {
      throw new Error('/config.json lacks region')
    }),
  )
  expect(await problem(book.get(id))).toBe('MODEL_NOT_AVAILABLE')
})

it('an update says what it is based on', async () => {
  const { backend, book } = bookThatHears(UPDATE_RECIPE, () => ({ updateRecipe: { id } }))
  await book.update(id, 7, { description: null, servings: 4 })
  expect(backend.sent[0]?.variables).toEqual({ input: { id, version: 7, description: null, servings: 4 } })
})

describe('deleting many', () => {
  const ids = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(32, '0'))
  const answerFor = (some: string[], refused: ReadonlyMap<string, string | null>) =>
    some.map((one) => ({ id: one, deleted: !refused.has(one), error: refused.get(one) ?? null }))

  it('is true only if all are gone, however many calls it takes', async () => {
    const { backend, book } = bookThatHears(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => ({
      deleteRecipes: answerFor(some, new Map()),
    }))
    expect(await book.deleteMany(ids)).toEqual({ all: true, deleted: ids, failed: [] })
    expect(backend.sent.map(({ variables }) => (variables as { ids: string[] }).ids.length)).toEqual([50, 50, 20])
  })

  it('reports each failure with its reason', async () => {
    const refused = new Map<string, string | null>([
      [ids[1] ?? '', 'Unauthorized'],
      [ids[60] ?? '', null],
    ])
    const { book } = bookThatHears(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => ({
      deleteRecipes: answerFor(some, refused),
    }))
    const report = await book.deleteMany(ids)
    expect(report.all).toBe(false)
    expect(report.deleted).toHaveLength(118)
    expect(report.failed.map(({ id: one, problem }) => [one, told(problem)])).toEqual([
      [ids[1], 'UNAUTHORIZED'],
      [ids[60], 'DELETE_FAILED'],
    ])
  })

  it('takes silence about a recipe for a failure, and one lost call for the failure of its recipes only', async () => {
    let count = 0
    const { book } = bookThatHears(DELETE_RECIPES, ({ ids: some }: { ids: string[] }) => {
      count += 1
      if (count === 2) throw new Problem('OFFLINE')
      return { deleteRecipes: answerFor(some, new Map()).slice(1) }
    })
    const report = await book.deleteMany(ids)
    expect(report.failed.map(({ problem }) => problem.code)).toEqual([
      'DELETE_FAILED',
      ...Array.from({ length: 50 }, () => 'OFFLINE'),
      'DELETE_FAILED',
    ])
    expect(report.deleted).toHaveLength(68)
  })
})

it('deleting all goes on until none is left, and tells how far it is', async () => {
  const progress = [
    { deleted: 120, done: false },
    { deleted: 30, done: true },
  ]
  const { book } = bookThatHears(DELETE_ALL_RECIPES, () => ({ deleteAllRecipes: progress.shift() ?? null }))
  const told: number[] = []
  expect(await book.deleteAll((deleted) => told.push(deleted))).toBe(150)
  expect(told).toEqual([120, 150])
})

it('an export turns page after page', async () => {
  const pages = new Map([
    [null, { items: [{ id: 'a' }], nextToken: 'second' }],
    ['second', { items: [{ id: 'b' }], nextToken: null }],
  ])
  const { book } = bookThatHears(EXPORT_RECIPES, ({ nextToken }: { nextToken: string | null }) => ({
    exportRecipes: pages.get(nextToken as null),
  }))
  const seen: string[] = []
  for await (const page of book.exportAll()) seen.push(...page.map((recipe) => recipe.id))
  expect(seen).toEqual(['a', 'b'])
})

describe('an export of some', () => {
  const collected = async (book: RecipeBook, ids: readonly string[]) => {
    const seen: string[] = []
    for await (const page of book.exportSome(ids)) seen.push(...page.map((recipe) => recipe.id))
    return seen
  }

  it('fetches a few one by one, and leaves out what is gone', async () => {
    const { backend, book } = bookThatHears(GET_RECIPE, ({ id }: { id: string }) => {
      if (id === 'b') throw new Problem('RECIPE_NOT_FOUND')
      return { getRecipe: id === 'c' ? null : { id } }
    })
    expect(await collected(book, ['d', 'b', 'c', 'a'])).toEqual(['d', 'a'])
    expect(backend.countOf(EXPORT_RECIPES)).toBe(0)
  })

  it('ends with what goes wrong', async () => {
    const { book } = bookThatHears(GET_RECIPE, () => {
      throw new Problem('OFFLINE')
    })
    expect(await problem(collected(book, ['a']))).toBe('OFFLINE')
  })

  it('goes through all where they are many', async () => {
    const wanted = Array.from({ length: 21 }, (_, index) => `wanted-${index}`)
    const items = [...wanted, 'other'].map((id) => ({ id }))
    const { backend, book } = bookThatHears(EXPORT_RECIPES, () => ({ exportRecipes: { items, nextToken: null } }))
    expect(await collected(book, wanted)).toEqual(wanted)
    expect(backend.countOf(GET_RECIPE)).toBe(0)
  })
})

it('the pages of an import come in their order', async () => {
  const { book } = bookThatHears(SOURCE_PAGES, () => ({ sourcePages: [{ page: 1 }, { page: 0 }] }))
  expect((await book.sourcePages(id)).map(({ page }) => page)).toEqual([0, 1])
})

it('whatever else is thrown becomes a problem', () => {
  expect(asProblem('what?').code).toBe('UNKNOWN')
})
