import { vi } from 'vitest'
import {
  CREATE_RECIPE,
  DELETE_RECIPE,
  DELETE_RECIPES,
  GET_RECIPE,
  LIST_RECIPES,
  RETRY_RECIPE,
} from '../../contract/operations'
import { Problem } from '../lib/errors'
import type { RecipeCard } from '../lib/recipe/recipe'
import { aCard } from '../lib/test-support'
import type { Backend, LiveHandlers } from './backend'
import type { RecipeAsCard } from './recipes/recipe-card'

type Answer = (variables: never) => unknown

/** A recipe as returned by a mutation. */
export function asAnswer(fields: Partial<RecipeCard>): RecipeAsCard {
  const { nutritionStatus: status, ingredientNames, lastMadeOn, ...rest } = aCard(fields)
  const ingredients = ingredientNames.map((name) => ({ name }))
  const madeOn = lastMadeOn === null ? [] : [lastMadeOn]
  return { ...rest, ingredients, madeOn, nutritionalInformation: { status } }
}

/** A backend with answers set by the test. */
export class ScriptedBackend implements Backend {
  cards: RecipeCard[] = []
  /** Whether every call rejects with OFFLINE. */
  offline = false
  readonly sent: { operation: unknown; variables: unknown }[] = []
  readonly left: unknown[] = []
  readonly listening: { handlers: LiveHandlers; ended: boolean }[] = []
  readonly #answers = new Map<unknown, Answer>([
    [LIST_RECIPES, () => ({ listRecipes: { items: this.cards, nextToken: null } })],
    [
      CREATE_RECIPE,
      ({ input: { id, url = null } }: { input: { id: string; url?: string | null } }) => ({
        createRecipe: asAnswer({ id, url, title: null, status: 'PENDING', stage: 'FETCHING' }),
      }),
    ],
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

  /** Whether no call has needed an identity yet. */
  isNew = false
  readonly #onIdentity = new Set<() => void>()

  async owner(): Promise<string | null> {
    if (this.isNew) return null
    if (this.offline) throw new Problem('OFFLINE')
    return 'guest'
  }

  onGuestIdentity(listener: () => void): () => void {
    this.#onIdentity.add(listener)
    return () => this.#onIdentity.delete(listener)
  }

  needIdentity(): void {
    this.isNew = false
    for (const listener of [...this.#onIdentity]) listener()
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

  get live(): LiveHandlers {
    const last = this.listening.at(-1)
    if (last === undefined || last.ended) throw new Error('no subscription stands')
    return last.handlers
  }

  countOf(operation: unknown): number {
    return this.sent.filter((call) => call.operation === operation).length
  }
}
