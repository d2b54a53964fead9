import { useEffect, useSyncExternalStore } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { Analytics } from '../../../shared/api/analytics'
import type { ApiClient } from '../../../shared/api/api-client'
import { appConfig } from '../../../shared/api/app-config'
import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import type { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import type { Batch } from '../model/batch'
import { BatchRunner } from './batch-runner'

const runners = new WeakMap<RecipeStore, { runner: BatchRunner; analytics: Analytics }>()

/** The page's only runner. */
function runnerOf(store: RecipeStore, api: RecipeApi, server: ApiClient) {
  const known = runners.get(store)
  if (known !== undefined) return known
  const analytics = new Analytics(server, async () => (await appConfig()).stage)
  const made = { runner: new BatchRunner(api, store, analytics.record), analytics }
  runners.set(store, made)
  return made
}

export interface BatchState {
  readonly batch: Batch | null
  readonly runner: BatchRunner
  readonly record: Analytics['record']
}

/** The batch of addresses, which runs while the app is open. */
export function useBatch(): BatchState {
  const { runner, analytics } = runnerOf(useRecipeStore(), useRecipeApi(), useApiClient())
  useEffect(() => runner.start(), [runner])
  const batch = useSyncExternalStore(runner.subscribe, runner.getSnapshot)
  return { batch, runner, record: analytics.record }
}
