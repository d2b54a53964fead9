import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { RecipeStore, RecipesSnapshot } from './recipe-store'

const StoreContext = createContext<RecipeStore | null>(null)

/** Provides the recipe store and runs it while the app is mounted. */
export function RecipesProvider({ store, children }: { store: RecipeStore; children: ReactNode }) {
  useEffect(() => {
    store.start()
    return () => store.stop()
  }, [store])
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useRecipeStore(): RecipeStore {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('useRecipeStore needs a RecipesProvider above it')
  return store
}

export function useRecipes(): RecipesSnapshot {
  const store = useRecipeStore()
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}
