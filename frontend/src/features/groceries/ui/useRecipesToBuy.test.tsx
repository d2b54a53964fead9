import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GET_RECIPE } from '../../../contract/operations'
import { RecipeApiProvider } from '../../../shared/api/recipes/RecipeApiProvider'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { baseOf, draftOf } from '../../../shared/lib/editing/draft'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { aRecipe } from '../../../shared/lib/test-support'
import { useRecipesToBuy } from './useRecipesToBuy'

const stored = aRecipe({ title: 'Soup' })

let backend: ScriptedBackend
let store: RecipeStore

beforeEach(() => {
  localStorage.clear()
  backend = new ScriptedBackend()
  backend.answer(GET_RECIPE, () => ({ getRecipe: stored }))
  store = new RecipeStore(backend)
})

afterEach(() => store.stop())

const wrapper = ({ children }: { children: ReactNode }) => (
  <RecipeApiProvider api={new RecipeApi(backend)}>
    <RecipesProvider store={store}>{children}</RecipesProvider>
  </RecipeApiProvider>
)

it('a recipe to buy for has its unsent edit', async () => {
  await store.cache.get(stored.id)
  const { result } = renderHook(() => useRecipesToBuy([stored.id]), { wrapper })
  const titles = () => result.current.recipes?.map(({ title }) => title)
  expect(titles()).toEqual(['Soup'])
  const base = baseOf(stored)
  const draft = { ...draftOf(base.content, () => crypto.randomUUID()), title: 'Better soup' }
  act(() => {
    new WaitingEdits().put({ id: stored.id, savedAt: '2026-11-22T10:00:00.000Z', base, draft })
  })
  expect(titles()).toEqual(['Better soup'])
  act(() => new WaitingEdits().drop(stored.id))
  expect(titles()).toEqual(['Soup'])
})
