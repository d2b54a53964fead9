import { useEffect, useSyncExternalStore } from 'react'
import type { Analytics } from '../../../shared/api/analytics'
import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import type { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import type { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { useRecord } from '../../../shared/api/useRecord'
import type { Batch } from '../model/batch'
import { BatchRunner } from './batch-runner'

const runners = new WeakMap<RecipeStore, BatchRunner>()

/** The page's only runner. */
function runnerOf(store: RecipeStore, api: RecipeApi, record: Analytics['record']): BatchRunner {
  const runner = runners.get(store) ?? new BatchRunner(api, store, record)
  runners.set(store, runner)
  return runner
}

export interface BatchState {
  readonly batch: Batch | null
  readonly runner: BatchRunner
}

/** The batch of addresses, which runs while the app is open. */
export function useBatch(): BatchState {
  const runner = runnerOf(useRecipeStore(), useRecipeApi(), useRecord())
  useEffect(() => runner.start(), [runner])
  const batch = useSyncExternalStore(runner.subscribe, runner.getSnapshot)
  return { batch, runner }
}
