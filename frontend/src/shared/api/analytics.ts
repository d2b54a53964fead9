import type { Operation } from '../../contract/operation'
import {
  COPY_RECIPE,
  CREATE_BLANK_RECIPE,
  DELETE_RECIPE,
  DELETE_RECIPES,
  RECORD_EVENT,
  UPDATE_RECIPE,
} from '../../contract/operations'
import { asProblem } from '../lib/errors'
import type { Backend } from './backend'
import type { NewRecipe } from './recipes/recipe-api'

/** Usage events. They contain no personal data: the server only adds "guest" or "authenticated". */
export type AnalyticsEvent =
  | { readonly name: 'login' | 'logout' }
  | { readonly name: 'recipe_created'; readonly submission_mode: string; readonly recipe_id: string }
  | { readonly name: 'recipe_edited'; readonly recipe_id: string; readonly fields_changed: readonly string[] }
  | { readonly name: 'recipe_copied'; readonly source_recipe_id: string; readonly is_processed: boolean }
  | { readonly name: 'recipe_deleted' | 'proposal_accepted' | 'proposal_discarded'; readonly recipe_id: string }
  | { readonly name: 'instacart_url_generated' | 'shopping_list_shared'; readonly ingredient_count: number }
  | {
      readonly name: 'shopping_list_exported'
      readonly submission_mode: 'bring' | 'copy' | 'share' | 'print'
      readonly ingredient_count: number
    }
  | { readonly name: 'recipes_filtered'; readonly filters: readonly string[] }
  | { readonly name: 'addresses_submitted'; readonly submission_mode: string; readonly address_count: number }
  | { readonly name: 'addresses_finished'; readonly address_count: number; readonly imported_count: number }
  | { readonly name: 'recipes_cooked_together'; readonly recipe_count: number }

/** Sends events, in production only. Recording does not block and never rejects. */
export class Analytics {
  readonly #backend: Pick<Backend, 'send'>
  readonly #stage: () => Promise<string>

  /** @param stage the deployment stage, from /config.json. */
  constructor(backend: Pick<Backend, 'send'>, stage: () => Promise<string>) {
    this.#backend = backend
    this.#stage = stage
  }

  readonly record = (event: AnalyticsEvent): void => {
    void this.#send(event)
  }

  /** Sends events one after another, to avoid many concurrent calls. */
  readonly recordAll = async (events: readonly AnalyticsEvent[]): Promise<void> => {
    for (const event of events) await this.#send(event)
  }

  async #send(event: AnalyticsEvent): Promise<void> {
    try {
      if ((await this.#stage()) !== 'prod') return
      await this.#backend.send(RECORD_EVENT, { event })
    } catch (thrown) {
      // Log only the code: an event may name a recipe.
      // biome-ignore lint/suspicious/noConsole: a failure of analytics is logged and nothing else.
      console.warn(`analytics: ${event.name} was not recorded (${asProblem(thrown).code})`)
    }
  }
}

/** A backend that records an event for each recipe created blank, changed, copied or deleted. */
export function recordingBackend(backend: Backend, record: (event: AnalyticsEvent) => void): Backend {
  return {
    ...backend,
    async send(operation, variables) {
      const answer = await backend.send(operation, variables)
      for (const event of eventsOf(operation, variables, answer)) record(event)
      return answer
    },
  }
}

type EventsOf = (variables: never, answer: never) => AnalyticsEvent[]

/** Pairs an operation with its event reader, with matching types. */
function on<Data, Variables>(
  operation: Operation<Data, Variables>,
  read: (variables: Variables, answer: Data) => AnalyticsEvent[],
): [unknown, EventsOf] {
  return [operation, read as unknown as EventsOf]
}

const READERS = new Map<unknown, EventsOf>([
  on(CREATE_BLANK_RECIPE, ({ id }, { createBlankRecipe }) =>
    createBlankRecipe === null ? [] : [{ name: 'recipe_created', submission_mode: 'blank_ai', recipe_id: id }],
  ),
  on(UPDATE_RECIPE, ({ input: { id, version, ...changes } }, { updateRecipe }) =>
    updateRecipe === null ? [] : [{ name: 'recipe_edited', recipe_id: id, fields_changed: Object.keys(changes) }],
  ),
  on(COPY_RECIPE, ({ sourceId }, { copyRecipe }) =>
    copyRecipe === null
      ? []
      : [{ name: 'recipe_copied', source_recipe_id: sourceId, is_processed: isProcessed(copyRecipe) }],
  ),
  on(DELETE_RECIPE, ({ id }, { deleteRecipe }) =>
    deleteRecipe === null ? [] : [{ name: 'recipe_deleted', recipe_id: id }],
  ),
  on(DELETE_RECIPES, (_, { deleteRecipes }) =>
    (deleteRecipes ?? []).filter(({ deleted }) => deleted).map(({ id }) => ({ name: 'recipe_deleted', recipe_id: id })),
  ),
])

/** A finished original gives a finished copy; others are imported again. */
function isProcessed({ status }: NewRecipe): boolean {
  return status === 'SUCCESS'
}

function eventsOf(operation: unknown, variables: unknown, answer: unknown): AnalyticsEvent[] {
  return READERS.get(operation)?.(variables as never, answer as never) ?? []
}
