/** The in-memory server. A reload starts with the samples again. */
import { LIST_OWN_FEEDBACK } from '../../src/contract/feedback-operations.ts'
import type { Operation } from '../../src/contract/operation.ts'
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
  ISSUE_OWNER_TOKEN,
  LIST_RECIPES,
  RECORD_EVENT,
  REPORT_CRASH,
  RETRY_RECIPE,
  SOURCE_PAGES,
  UPDATE_RECIPE,
  type UpdateRecipeInput,
} from '../../src/contract/operations.ts'
import { CREATE_UPLOAD } from '../../src/contract/upload-operations.ts'
import type { Backend, LiveHandlers } from '../../src/shared/api/backend.ts'
import { asCard } from '../../src/shared/api/recipes/recipe-card.ts'
import { Problem } from '../../src/shared/lib/errors.ts'
import type { RecipeCard, RecipeStage } from '../../src/shared/lib/recipe/recipe.ts'
import { withInput } from './recipe-changes.ts'
import { emptyRecipe, importedContent, STARTED, type StoredRecipe, sampleRecipes } from './recipes.ts'

/** Time to answer, long enough to show loading states. */
const ANSWER_MS = 100
/** Duration of each stage of an import. */
const STAGE_MS = 1_500
const STAGES: readonly RecipeStage[] = ['FETCHING', 'EXTRACTING', 'CHECKING']
const MARKS: readonly string[] = ['favourite', 'rating', 'collections', 'madeOn'] satisfies (keyof UpdateRecipeInput)[]

/** The backend of a guest with some recipes. It uses `Date` and `setTimeout`. */
export class MockBackend implements Backend {
  readonly #recipes: Map<string, StoredRecipe>
  readonly #listeners = new Set<LiveHandlers>()
  /** Answers by text of the operation, because some callers send a copy with another authorization mode. */
  readonly #answers = new Map<string, (variables: never) => unknown>()

  constructor(recipes: readonly StoredRecipe[] = sampleRecipes(Date.now())) {
    this.#recipes = new Map(recipes.map((recipe) => [recipe.id, recipe]))
    this.#answerQueries()
    this.#answerMutations()
    for (const { id, status } of recipes) if (status === 'PENDING') this.#import(id)
  }

  readonly send: Backend['send'] = async (operation, variables) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    const answer = this.#answers.get(operation.text)
    if (answer === undefined) throw new Problem('UNKNOWN', 'The mock does not have this operation.')
    return answer(variables as never) as never
  }

  readonly sendOnLeaving: Backend['sendOnLeaving'] = (operation, variables) => {
    this.send(operation, variables).catch(() => undefined)
    return true
  }

  async prepareOwnership(): Promise<void> {}

  async refreshSession(): Promise<void> {}

  async owner(): Promise<string> {
    return 'guest'
  }

  onGuestIdentity(): () => void {
    return () => undefined
  }

  listen(_owner: string, handlers: LiveHandlers): () => void {
    const acknowledge = setTimeout(() => {
      this.#listeners.add(handlers)
      handlers.onAcknowledged()
    })
    return () => {
      clearTimeout(acknowledge)
      this.#listeners.delete(handlers)
    }
  }

  #on<Data, Variables>({ text }: Operation<Data, Variables>, answer: (variables: Variables) => Data): void {
    this.#answers.set(text, answer)
  }

  #answerQueries(): void {
    this.#on(LIST_RECIPES, () => ({ listRecipes: { items: this.#newestFirst().map(asCard), nextToken: null } }))
    this.#on(EXPORT_RECIPES, () => ({ exportRecipes: { items: this.#newestFirst(), nextToken: null } }))
    this.#on(GET_RECIPE, ({ id }) => ({ getRecipe: this.#recipes.get(id) ?? null }))
    this.#on(GET_EXTRACTION, ({ id }) => ({ getRecipe: this.#recipes.has(id) ? { externalApiJson: null } : null }))
    this.#on(SOURCE_PAGES, () => ({ sourcePages: [] }))
    this.#on(LIST_OWN_FEEDBACK, () => ({ listFeedbacks: { items: [], nextToken: null } }))
  }

  #answerMutations(): void {
    this.#on(CREATE_RECIPE, ({ input: { id, url = null, part = null, language = null } }) => {
      if (url === null) throw new Problem('UPLOAD_REFUSED')
      const known = this.#recipes.get(id)
      if (known !== undefined) return { createRecipe: known }
      const started = this.#store({ ...emptyRecipe(id, nowText()), url, part, language, ...STARTED })
      this.#import(id)
      return { createRecipe: started }
    })
    this.#on(RETRY_RECIPE, ({ id }) => {
      const started = this.#change(id, STARTED)
      this.#import(id)
      return { retryRecipe: started }
    })
    this.#on(UPDATE_RECIPE, ({ input }) => ({ updateRecipe: this.#update(input) }))
    this.#on(CREATE_BLANK_RECIPE, ({ id, language = null }) => ({
      createBlankRecipe: this.#recipes.get(id) ?? this.#store({ ...emptyRecipe(id, nowText()), language }),
    }))
    this.#on(COPY_RECIPE, ({ sourceId, id }) => {
      const copied = { id, version: 1, createdAt: nowText(), updatedAt: nowText() }
      return { copyRecipe: this.#recipes.get(id) ?? this.#store({ ...this.#existing(sourceId), ...copied }) }
    })
    this.#on(DELETE_RECIPE, ({ id }) => {
      this.#existing(id)
      this.#delete(id)
      return { deleteRecipe: { id } }
    })
    this.#on(DELETE_RECIPES, ({ ids }) => ({
      deleteRecipes: [ids].flat().map((id) => {
        this.#delete(id)
        return { id, deleted: true, error: null }
      }),
    }))
    this.#on(DELETE_ALL_RECIPES, () => {
      const ids = [...this.#recipes.keys()]
      for (const id of ids) this.#delete(id)
      return { deleteAllRecipes: { deleted: ids.length, done: true } }
    })
    this.#on(ISSUE_OWNER_TOKEN, () => ({
      issueOwnerToken: { token: 'mock', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    }))
    this.#on(RECORD_EVENT, () => ({ recordEvent: true }))
    this.#on(REPORT_CRASH, () => ({ reportCrash: true }))
    this.#on(CREATE_UPLOAD, () => {
      throw new Problem('UPLOAD_REFUSED')
    })
  }

  #newestFirst(): StoredRecipe[] {
    return [...this.#recipes.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  }

  #existing(id: string): StoredRecipe {
    const recipe = this.#recipes.get(id)
    if (recipe === undefined) throw new Problem('RECIPE_NOT_FOUND', id)
    return recipe
  }

  #store(recipe: StoredRecipe): StoredRecipe {
    this.#recipes.set(recipe.id, recipe)
    this.#publish(recipe.id, recipe.version, asCard(recipe))
    return recipe
  }

  #change(id: string, changes: Partial<StoredRecipe>): StoredRecipe {
    const recipe = this.#existing(id)
    return this.#store({ ...recipe, ...changes, version: recipe.version + 1, updatedAt: nowText() })
  }

  #update(input: UpdateRecipeInput): StoredRecipe {
    const recipe = this.#existing(input.id)
    if (input.version != null && input.version !== recipe.version) throw new Problem('CONFLICT')
    const isMark = (field: string) => field === 'id' || field === 'version' || MARKS.includes(field)
    if (recipe.status === 'PENDING' && !Object.keys(input).every(isMark)) throw new Problem('STILL_IMPORTING')
    return this.#change(input.id, withInput(recipe, input))
  }

  #delete(id: string): void {
    const recipe = this.#recipes.get(id)
    if (recipe === undefined) return
    this.#recipes.delete(id)
    this.#publish(id, recipe.version + 1, null)
  }

  /** Moves a started import through its stages until it succeeds. */
  #import(id: string, stage = 1): void {
    setTimeout(() => {
      const recipe = this.#recipes.get(id)
      // It was deleted in the meantime.
      if (recipe === undefined) return
      const next = STAGES[stage]
      if (next === undefined) {
        this.#change(id, { ...importedContent(recipe.url), status: 'SUCCESS', stage: null })
      } else {
        this.#change(id, { stage: next })
        this.#import(id, stage + 1)
      }
    }, STAGE_MS)
  }

  #publish(id: string, version: number, card: RecipeCard | null): void {
    for (const { onChange } of this.#listeners) onChange({ id, version, card })
  }
}

function nowText(): string {
  return new Date().toISOString()
}
