import { vi } from 'vitest'
import { Problem } from '../lib/problem'
import type { RecipeCard } from '../lib/recipe'
import type { Backend, LiveHandlers } from './backend'
import { DELETE_RECIPES } from './book-operations'
import { CREATE_RECIPE, DELETE_RECIPE, GET_RECIPE, LIST_RECIPES, RETRY_RECIPE } from './operations'

type Answer = (variables: never) => unknown

/** A backend whose answers a test writes; it decides nothing by itself. */
export class ScriptedBackend implements Backend {
  /** What the list query answers. */
  cards: RecipeCard[] = []
  /** While true, every call fails as without a network. */
  offline = false
  readonly sent: { operation: unknown; variables: unknown }[] = []
  readonly left: unknown[] = []
  readonly listening: { handlers: LiveHandlers; ended: boolean }[] = []
  readonly #answers = new Map<unknown, Answer>([
    [LIST_RECIPES, () => ({ listRecipes: { items: this.cards, nextToken: null } })],
    [CREATE_RECIPE, () => ({ createRecipe: null })],
    [DELETE_RECIPE, ({ id }: { id: string }) => ({ deleteRecipe: { id } })],
    [
      DELETE_RECIPES,
      ({ ids }: { ids: string[] }) => ({ deleteRecipes: ids.map((id) => ({ id, deleted: true, error: null })) }),
    ],
    [RETRY_RECIPE, () => ({ retryRecipe: null })],
    [GET_RECIPE, () => ({ getRecipe: null })],
  ])

  answer(operation: unknown, answer: Answer): void {
    this.#answers.set(operation, answer)
  }

  readonly send: Backend['send'] = async (operation, variables) => {
    this.sent.push({ operation, variables })
    if (this.offline) throw new Problem('OFFLINE')
    const answer = this.#answers.get(operation)
    if (answer === undefined) throw new Error('the test has no answer for this operation')
    return answer(variables as never) as never
  }

  readonly sendOnLeaving: Backend['sendOnLeaving'] = (_, variables) => {
    this.left.push(variables)
    return true
  }

  async owner(): Promise<string> {
    if (this.offline) throw new Problem('OFFLINE')
    return 'guest'
  }

  readonly prepareOwnership = vi.fn(async () => undefined)
  readonly refreshSession = vi.fn(async () => undefined)

  listen(_owner: string, handlers: LiveHandlers): () => void {
    const one = { handlers, ended: false }
    this.listening.push(one)
    return () => {
      one.ended = true
    }
  }

  /** The handlers of the subscription that stands. */
  get live(): LiveHandlers {
    const last = this.listening.at(-1)
    if (last === undefined || last.ended) throw new Error('no subscription stands')
    return last.handlers
  }

  countOf(operation: unknown): number {
    return this.sent.filter((call) => call.operation === operation).length
  }
}
