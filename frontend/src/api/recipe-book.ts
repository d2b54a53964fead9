import type { SourcePage } from '../lib/place-on-page'
import { asProblem, type BookProblem, Problem } from '../lib/problem'
import type { Language, Recipe } from '../lib/recipe'
import type { RecipeChanges } from '../lib/recipe-changes'
import type { Backend } from './backend'
import {
  COPY_RECIPE,
  CREATE_BLANK_RECIPE,
  DELETE_ALL_RECIPES,
  DELETE_RECIPES,
  EXPORT_RECIPES,
  type NewInBook,
  type RecipeDeletion,
  SOURCE_PAGES,
  UPDATE_RECIPE,
} from './book-operations'
import { problemOfSentence } from './errors'
import { GET_RECIPE, type Operation } from './operations'

/** Most recipes that one call deletes. */
const MOST_AT_ONCE = 50
const EXPORT_PAGE = 20
/** Up to so many recipes are fetched one by one; of more it is quicker to go through all. */
const MOST_ONE_BY_ONE = 20

export interface FailedDeletion {
  readonly id: string
  readonly problem: Problem
}

export interface DeletionReport {
  /** True only if every recipe is gone. */
  readonly all: boolean
  readonly deleted: readonly string[]
  readonly failed: readonly FailedDeletion[]
}

/**
 * What can be done with the recipes of a book. Every function rejects with a `Problem`: with the server's reason
 * where it gives one, else with the operation's own.
 */
export class RecipeBook {
  readonly #backend: Backend

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /** One whole recipe. Rejects with RECIPE_NOT_FOUND also when nothing is returned. */
  async get(id: string): Promise<Recipe> {
    const { getRecipe } = await this.#send(GET_RECIPE, { id }, 'GET_FAILED')
    if (getRecipe === null) throw new Problem('RECIPE_NOT_FOUND', id)
    return getRecipe
  }

  /** @param version the one that the changes are based on; with another one stored this rejects with CONFLICT. */
  async update(id: string, version: number, changes: RecipeChanges): Promise<Recipe> {
    const input = { ...changes, id, version }
    const { updateRecipe } = await this.#send(UPDATE_RECIPE, { input }, 'UPDATE_FAILED')
    if (updateRecipe === null) throw new Problem('UPDATE_EMPTY')
    return updateRecipe
  }

  /** @param id the new recipe's; sending the same one again gives the same recipe. */
  async createBlank(id: string, language: Language): Promise<NewInBook> {
    const { createBlankRecipe } = await this.#send(CREATE_BLANK_RECIPE, { id, language }, 'CREATE_BLANK_FAILED')
    if (createBlankRecipe === null) throw new Problem('CREATE_BLANK_EMPTY')
    return createBlankRecipe
  }

  /** Copies one of the caller's recipes, or a finished one of anybody's. @param id the copy's. */
  async copy(sourceId: string, id: string): Promise<NewInBook> {
    const { copyRecipe } = await this.#send(COPY_RECIPE, { sourceId, id }, 'COPY_FAILED')
    if (copyRecipe === null) throw new Problem('COPY_EMPTY')
    return copyRecipe
  }

  /** Deletes recipes for good. Never rejects: what failed is in the report, each with its reason. */
  async deleteMany(ids: readonly string[]): Promise<DeletionReport> {
    const deleted: string[] = []
    const failed: FailedDeletion[] = []
    for (let begin = 0; begin < ids.length; begin += MOST_AT_ONCE) {
      const some = ids.slice(begin, begin + MOST_AT_ONCE)
      try {
        const { deleteRecipes } = await this.#send(DELETE_RECIPES, { ids: some }, 'DELETE_FAILED')
        const answers = new Map((deleteRecipes ?? []).map((answer) => [answer.id, answer]))
        for (const id of some) {
          const answer = answers.get(id)
          if (answer?.deleted === true) deleted.push(id)
          else failed.push({ id, problem: problemOfDeletion(answer) })
        }
      } catch (thrown) {
        for (const id of some) failed.push({ id, problem: asProblem(thrown) })
      }
    }
    return { all: failed.length === 0, deleted, failed }
  }

  /**
   * Deletes all of the caller's recipes, call after call until none is left. The caller clears what the browser
   * shows of them whether this succeeds or not.
   *
   * @param onProgress how many are gone so far.
   */
  async deleteAll(onProgress: (deleted: number) => void = () => undefined): Promise<number> {
    let deleted = 0
    for (;;) {
      const { deleteAllRecipes } = await this.#send(DELETE_ALL_RECIPES, {}, 'DELETE_FAILED')
      if (deleteAllRecipes === null) throw new Problem('DELETE_FAILED')
      deleted += deleteAllRecipes.deleted
      onProgress(deleted)
      if (deleteAllRecipes.done) return deleted
    }
  }

  /** All of the caller's recipes with everything in them, a page at a time. */
  async *exportAll(): AsyncGenerator<readonly Recipe[], void, undefined> {
    let nextToken: string | null = null
    do {
      const { exportRecipes }: { exportRecipes: { items: readonly Recipe[]; nextToken: string | null } | null } =
        await this.#send(EXPORT_RECIPES, { limit: EXPORT_PAGE, nextToken }, 'GET_FAILED')
      if (exportRecipes === null) throw new Problem('GET_FAILED')
      yield exportRecipes.items
      nextToken = exportRecipes.nextToken
    } while (nextToken !== null)
  }

  /** Some of the caller's recipes, a few at a time. What is gone meanwhile is left out. */
  async *exportSome(ids: readonly string[]): AsyncGenerator<readonly Recipe[], void, undefined> {
    if (ids.length > MOST_ONE_BY_ONE) {
      const wanted = new Set(ids)
      for await (const page of this.exportAll()) yield page.filter(({ id }) => wanted.has(id))
      return
    }
    for (const id of ids) {
      try {
        yield [await this.get(id)]
      } catch (thrown) {
        if (asProblem(thrown).code !== 'RECIPE_NOT_FOUND') throw thrown
      }
    }
  }

  /** The pages that a recipe was read from, upright; none where it was not read from pages. Their addresses expire. */
  async sourcePages(id: string): Promise<readonly SourcePage[]> {
    const { sourcePages } = await this.#send(SOURCE_PAGES, { id }, 'GET_FAILED')
    if (sourcePages === null) throw new Problem('GET_FAILED')
    return sourcePages.toSorted((a, b) => a.page - b.page)
  }

  async #send<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    otherwise: BookProblem,
  ): Promise<Data> {
    try {
      return await this.#backend.send(operation, variables)
    } catch (thrown) {
      const problem = asProblem(thrown)
      throw problem.code === 'UNKNOWN' && problem.detail === null ? new Problem(otherwise) : problem
    }
  }
}

function problemOfDeletion(answer: RecipeDeletion | undefined): Problem {
  const sentence = answer?.error ?? ''
  return sentence === '' ? new Problem('DELETE_FAILED') : problemOfSentence(sentence)
}
