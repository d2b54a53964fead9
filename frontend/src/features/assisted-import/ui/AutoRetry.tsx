import { useEffect, useSyncExternalStore } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useAppConfig } from '../../../shared/api/app-config'
import { useRecipeStore, useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { isForAssistant, isOfAssistant } from '../../../shared/lib/errors'
import { autoRetries, autoRetrySetting } from '../../../shared/lib/importing/auto-retry'
import { autoRetry } from '../api/assistant-retry'

/**
 * Retries failed imports with the assistant if the user has enabled it: once for each import that this device has seen
 * pending. Older failures, and those that the assistant has read, need the button.
 */
export function AutoRetry() {
  const store = useRecipeStore()
  const server = useApiClient()
  const { recipes, synced, whole } = useRecipes()
  const hasAgent = (useAppConfig()?.agent ?? false) !== false
  const isWanted = useAutoRetrySetting() && hasAgent
  useEffect(() => {
    // The list may be stale before it is synced.
    if (!isWanted || !synced) return
    const known = new Map(autoRetries.all().map(({ id, state }) => [id, state]))
    for (const { card, stored } of recipes) {
      const { id, status, errorCode } = card
      const state = known.get(id)
      if (status === 'PENDING') {
        if (state === undefined) autoRetries.put({ id, state: 'waiting' })
      } else if (state === undefined) continue
      else if (status === 'SUCCESS') autoRetries.drop(id)
      else if (stored && state === 'waiting') {
        if (isForAssistant(errorCode)) void autoRetry(store, server, id)
        else if (isOfAssistant(errorCode)) autoRetries.put({ id, state: 'sent' })
      }
    }
    const ids = new Set(recipes.map(({ card }) => card.id))
    if (whole) for (const id of known.keys()) if (!ids.has(id)) autoRetries.drop(id)
  }, [store, server, recipes, synced, whole, isWanted])
  return null
}

/** Whether failed imports always go to the assistant. */
export function useAutoRetrySetting(): boolean {
  return useSyncExternalStore(autoRetrySetting.subscribe, autoRetrySetting.read)
}
