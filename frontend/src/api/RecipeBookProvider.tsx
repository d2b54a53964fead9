import { createContext, type ReactNode, useContext, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths'
import type { Language } from '../lib/recipe'
import { newRecipeId } from '../lib/recipe-id'
import type { RecipeBook } from './recipe-book'

const BookContext = createContext<RecipeBook | null>(null)

export function RecipeBookProvider({ book, children }: { book: RecipeBook; children: ReactNode }) {
  return <BookContext value={book}>{children}</BookContext>
}

/** What can be done with the recipes of the book. */
export function useRecipeBook(): RecipeBook {
  const book = useContext(BookContext)
  if (book === null) throw new Error('useRecipeBook needs a RecipeBookProvider above it')
  return book
}

/**
 * Begins a blank recipe and opens it for editing. Rejects with a `Problem`; trying again then is harmless, because
 * the recipe keeps its id until the server has answered.
 */
export function useNewRecipe(): (language: Language) => Promise<void> {
  const book = useRecipeBook()
  const navigate = useNavigate()
  const unanswered = useRef<string | null>(null)
  return async (language) => {
    const id = unanswered.current ?? newRecipeId()
    unanswered.current = id
    await book.createBlank(id, language)
    unanswered.current = null
    await navigate(paths.editRecipe(id))
  }
}

/** Copies a recipe into the caller's book and opens the copy. Rejects with a `Problem`; trying again is harmless. */
export function useCopyRecipe(): (sourceId: string) => Promise<void> {
  const book = useRecipeBook()
  const navigate = useNavigate()
  const unanswered = useRef<{ sourceId: string; id: string } | null>(null)
  return async (sourceId) => {
    const waiting = unanswered.current
    const id = waiting?.sourceId === sourceId ? waiting.id : newRecipeId()
    unanswered.current = { sourceId, id }
    await book.copy(sourceId, id)
    unanswered.current = null
    await navigate(paths.recipe(id))
  }
}
