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
import { type Origins, readOrigins } from '../../lib/recipe/origins'
import type { SourcePage } from '../../lib/recipe/place-on-page'
import type { Language, Recipe, RecipeCard } from '../../lib/recipe/recipe'
import type { RecipeChanges } from '../../lib/recipe/recipe-changes'
import type { Backend } from '../backend'
import { problemOfSentence } from '../server-errors'
import { asCard } from './recipe-card'

/** What a recipe is made of: an address, the page there as this browser shows it, one of several recipes there, pictures or a file. */
export type RecipeSource =
  | { readonly url: string; readonly pageSubmissionUUID?: string }
  | { readonly url: string; readonly part: string }
  | { readonly pictureSubmissionUUID: string }
  | { readonly fileSubmissionUUID: string }

/** What is told about a recipe that is new among the caller's. */
export type NewRecipe = NonNullable<CopyRecipeMutation['copyRecipe']>

/** What became of one recipe of many; `error` is the server's sentence or code, null when the recipe is gone. */
type RecipeDeletion = DeleteRecipesMutation['deleteRecipes'][number]

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
 * What can be done with single recipes and with all of them, call by call. Every function rejects with a `Problem`: with the server's reason
 * where it gives one, else with the operation's own.
 */
export class RecipeApi {
  readonly #backend: Backend

  constructor(backend: Backend) {
    this.#backend = backend
  }

  /** Imports a recipe. @param id the recipe's; sending the same one again gives the same recipe. */
  async create(id: string, language: Language, source: RecipeSource): Promise<RecipeCard> {
    const input = { id, language, ...source }
    const { createRecipe } = await this.#send(CREATE_RECIPE, { input }, 'CREATE_FAILED')
    if (createRecipe === null) throw new Problem('CREATE_EMPTY')
    return asCard(createRecipe)
  }

  /** Starts a failed import once more. */
  async retry(id: string): Promise<RecipeCard> {
    const { retryRecipe } = await this.#send(RETRY_RECIPE, { id }, 'CREATE_FAILED')
    if (retryRecipe === null) throw new Problem('CREATE_EMPTY')
    return asCard(retryRecipe)
  }

  /** One whole recipe. Rejects with RECIPE_NOT_FOUND also when nothing is returned. */
  async get(id: string): Promise<Recipe> {
    const { getRecipe } = await this.#send(GET_RECIPE, { id }, 'GET_FAILED')
    if (getRecipe === null) throw new Problem('RECIPE_NOT_FOUND', id)
    return getRecipe
  }

  /** Where each part of a recipe came from; null when that is not told. */
  async origins(id: string): Promise<Origins | null> {
    const { getRecipe } = await this.#send(GET_EXTRACTION, { id }, 'GET_FAILED')
    if (getRecipe === null) throw new Problem('RECIPE_NOT_FOUND', id)
    return readOrigins(getRecipe.externalApiJson)
  }

  /**
   * @param version the one that the changes are based on; with another one stored this rejects with CONFLICT. Null where
   *   the last one who changes it counts.
   */
  async update(id: string, version: number | null, changes: RecipeChanges & MarkChanges): Promise<Recipe> {
    const input = { ...changes, id, version }
    const { updateRecipe } = await this.#send(UPDATE_RECIPE, { input }, 'UPDATE_FAILED')
    if (updateRecipe === null) throw new Problem('UPDATE_EMPTY')
    return updateRecipe
  }

  /** @param id the new recipe's; sending the same one again gives the same recipe. */
  async createBlank(id: string, language: Language): Promise<NewRecipe> {
    const { createBlankRecipe } = await this.#send(CREATE_BLANK_RECIPE, { id, language }, 'CREATE_BLANK_FAILED')
    if (createBlankRecipe === null) throw new Problem('CREATE_BLANK_EMPTY')
    return createBlankRecipe
  }

  /** Copies one of the caller's recipes, or a finished one of anybody's. @param id the copy's. */
  async copy(sourceId: string, id: string): Promise<NewRecipe> {
    const { copyRecipe } = await this.#send(COPY_RECIPE, { sourceId, id }, 'COPY_FAILED')
    if (copyRecipe === null) throw new Problem('COPY_EMPTY')
    return copyRecipe
  }

  /** Deletes one recipe for good. */
  async delete(id: string): Promise<void> {
    const { deleteRecipe } = await this.#send(DELETE_RECIPE, { id }, 'DELETE_FAILED')
    if (deleteRecipe === null) throw new Problem('DELETE_FAILED')
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
