import type { Operation } from '../../../contract/operation'
import {
  COPY_RECIPE,
  type CopyRecipeMutation,
  CREATE_BLANK_RECIPE,
  CREATE_RECIPE,
  DELETE_ALL_RECIPES,
  DELETE_RECIPE,
  DELETE_RECIPES,
  type DeleteRecipesMutation,
  EXPORT_RECIPES,
  type ExportRecipesQuery,
  GET_EXTRACTION,
  GET_RECIPE,
  RETRY_RECIPE,
  SOURCE_PAGES,
  UPDATE_RECIPE,
} from '../../../contract/operations'
import { asProblem, type OperationProblem, Problem } from '../../lib/errors'
import type { MarkChanges } from '../../lib/recipe/marks'
import type { Origins } from '../../lib/recipe/origins'
import type { SourcePage } from '../../lib/recipe/place-on-page'
import type { Language, Recipe, RecipeCard } from '../../lib/recipe/recipe'
import type { RecipeChanges } from '../../lib/recipe/recipe-changes'
import type { Backend } from '../backend'
import { problemOfSentence } from '../server-errors'
import { asCard } from './recipe-card'

/**
 * Source of an import: an address, the page there as this browser shows it, one of several recipes there, photos, or a
 * file with the address that it was copied from.
 */
export type RecipeSource =
  | { readonly url: string }
  | { readonly url: string; readonly part: string }
  | { readonly pictureSubmissionUUID: string }
  | { readonly url: string; readonly pageSubmissionUUID: string }
  | { readonly url: string | undefined; readonly fileSubmissionUUID: string }

/** The fields returned for a created recipe. */
export type NewRecipe = NonNullable<CopyRecipeMutation['copyRecipe']>

/** Result for one recipe; `error` is the server's sentence or code, null if the recipe is deleted. */
type RecipeDeletion = DeleteRecipesMutation['deleteRecipes'][number]

/** Server limit per call. */
const MAX_AT_ONCE = 50
const EXPORT_PAGE = 20
/** Above this number, exporting everything is faster than fetching one by one. */
const MAX_ONE_BY_ONE = 20

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
 * Recipe operations of the API. Every method but `deleteMany` rejects with a `Problem`: the server's reason if there is
 * one, otherwise the operation's own.
 */
export class RecipeApi {
  readonly #backend: Backend

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /**
   * Imports a recipe.
   * @param id of the recipe, made by the client. Repeating a call with it is idempotent.
   */
  async create(id: string, language: Language, source: RecipeSource): Promise<RecipeCard> {
    const input = { id, language, ...source }
    const { createRecipe } = await this.#send(CREATE_RECIPE, { input }, 'CREATE_FAILED')
    if (createRecipe === null) throw new Problem('CREATE_EMPTY')
    return asCard(createRecipe)
  }

  async retry(id: string): Promise<RecipeCard> {
    const { retryRecipe } = await this.#send(RETRY_RECIPE, { id }, 'CREATE_FAILED')
    if (retryRecipe === null) throw new Problem('CREATE_EMPTY')
    return asCard(retryRecipe)
  }

  /** Returns a full recipe. Rejects with RECIPE_NOT_FOUND if the answer is empty. */
  async get(id: string): Promise<Recipe> {
    const { getRecipe } = await this.#send(GET_RECIPE, { id }, 'GET_FAILED')
    if (getRecipe === null) throw new Problem('RECIPE_NOT_FOUND', id)
    return getRecipe
  }

  /** Provenance of a recipe's fields, or null if not recorded. */
  async origins(id: string): Promise<Origins | null> {
    const { getRecipe } = await this.#send(GET_EXTRACTION, { id }, 'GET_FAILED')
    if (getRecipe === null) throw new Problem('RECIPE_NOT_FOUND', id)
    // The list does not need this code.
    const { readOrigins } = await import('../../lib/recipe/origins')
    return readOrigins(getRecipe.externalApiJson)
  }

  /** @param version the changes are based on; rejects with CONFLICT if the stored version differs. Null overwrites. */
  async update(id: string, version: number | null, changes: RecipeChanges & MarkChanges): Promise<Recipe> {
    const input = { ...changes, id, version }
    const { updateRecipe } = await this.#send(UPDATE_RECIPE, { input }, 'UPDATE_FAILED')
    if (updateRecipe === null) throw new Problem('UPDATE_EMPTY')
    return updateRecipe
  }

  /** @param id of the new recipe, made by the client. Repeating a call with it is idempotent. */
  async createBlank(id: string, language: Language): Promise<NewRecipe> {
    const { createBlankRecipe } = await this.#send(CREATE_BLANK_RECIPE, { id, language }, 'CREATE_BLANK_FAILED')
    if (createBlankRecipe === null) throw new Problem('CREATE_BLANK_EMPTY')
    return createBlankRecipe
  }

  /**
   * Copies one of the caller's recipes, or a finished recipe of another owner.
   * @param id of the copy.
   */
  async copy(sourceId: string, id: string): Promise<NewRecipe> {
    const { copyRecipe } = await this.#send(COPY_RECIPE, { sourceId, id }, 'COPY_FAILED')
    if (copyRecipe === null) throw new Problem('COPY_EMPTY')
    return copyRecipe
  }

  async delete(id: string): Promise<void> {
    const { deleteRecipe } = await this.#send(DELETE_RECIPE, { id }, 'DELETE_FAILED')
    if (deleteRecipe === null) throw new Problem('DELETE_FAILED')
  }

  /** Deletes recipes in batches. Never rejects; the report lists the failures. */
  async deleteMany(ids: readonly string[]): Promise<DeletionReport> {
    const deleted: string[] = []
    const failed: FailedDeletion[] = []
    for (let begin = 0; begin < ids.length; begin += MAX_AT_ONCE) {
      const some = ids.slice(begin, begin + MAX_AT_ONCE)
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
   * Deletes all of the caller's recipes, call by call. The caller must clear the shown recipes on success and failure.
   * @param onProgress receives the number deleted so far.
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

  /** Yields all of the caller's recipes with all fields, page by page. */
  async *exportAll(): AsyncGenerator<readonly Recipe[], void, undefined> {
    let nextToken: string | null = null
    do {
      const { exportRecipes }: ExportRecipesQuery = await this.#send(
        EXPORT_RECIPES,
        { limit: EXPORT_PAGE, nextToken },
        'GET_FAILED',
      )
      if (exportRecipes === null) throw new Problem('GET_FAILED')
      yield exportRecipes.items
      nextToken = exportRecipes.nextToken
    } while (nextToken !== null)
  }

  /** Yields some of the caller's recipes. Recipes deleted meanwhile are skipped. */
  async *exportSome(ids: readonly string[]): AsyncGenerator<readonly Recipe[], void, undefined> {
    if (ids.length > MAX_ONE_BY_ONE) {
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

  /** Page images that the recipe was read from, upright, in page order. Their URLs expire. */
  async sourcePages(id: string): Promise<readonly SourcePage[]> {
    const { sourcePages } = await this.#send(SOURCE_PAGES, { id }, 'GET_FAILED')
    if (sourcePages === null) throw new Problem('GET_FAILED')
    return sourcePages.toSorted((a, b) => a.page - b.page)
  }

  async #send<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    otherwise: OperationProblem,
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
