import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { RecipeStore, RecipesSnapshot } from './recipe-store'

const StoreContext = createContext<RecipeStore | null>(null)

/** Starts the live list with the app and stops it with the app. */
export function RecipesProvider({ store, children }: { store: RecipeStore; children: ReactNode }) {
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  return <StoreContext value={store}>{children}</StoreContext>
}

/** What can be done with recipes. */
export function useRecipeStore(): RecipeStore {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('useRecipeStore needs a RecipesProvider above it')
  return store
}

/** The recipes as they are now. */
export function useRecipes(): RecipesSnapshot {
  const store = useRecipeStore()
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}
