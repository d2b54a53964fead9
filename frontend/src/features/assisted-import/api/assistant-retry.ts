/** Retries failed imports with the assistant. Loaded together with the components that offer it. */
import { LET_ASSISTANT_READ } from '../../../contract/assist-operations'
import type { Backend } from '../../../shared/api/backend'
import { asCard } from '../../../shared/api/recipes/recipe-card'
import type { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { inOneTab } from '../../../shared/lib/browser/one-tab'
import { asProblem, Problem, waitsForNetwork } from '../../../shared/lib/errors'
import { autoRetries } from '../../../shared/lib/importing/auto-retry'

/** Restarts a failed import for the assistant to read. Rejects with a `Problem`. */
export async function retryWithAssistant(
  store: RecipeStore,
  { send }: Pick<Backend, 'send'>,
  id: string,
): Promise<void> {
  autoRetries.put({ id, state: 'sent' })
  await store.retry(id, async () => {
    const { retryRecipe } = await send(LET_ASSISTANT_READ, { id })
    if (retryRecipe === null) throw new Problem('CREATE_EMPTY')
    return asCard(retryRecipe)
  })
}

/**
 * Automatic retry, once across all tabs. Refusals are left to the button, which shows the reason; without a network it
 * waits. Never rejects.
 */
export async function autoRetry(store: RecipeStore, server: Pick<Backend, 'send'>, id: string): Promise<void> {
  await inOneTab(`zest.assistant.import.${id}`, async () => {
    if (!isWaiting(id)) return
    try {
      await retryWithAssistant(store, server, id)
    } catch (thrown) {
      if (waitsForNetwork(asProblem(thrown).code)) autoRetries.put({ id, state: 'waiting' })
    }
  })
}

function isWaiting(id: string): boolean {
  return autoRetries.all().some((one) => one.id === id && one.state === 'waiting')
}
