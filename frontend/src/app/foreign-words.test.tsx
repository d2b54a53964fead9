import { act, cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GET_RECIPE } from '../contract/operations'
import { EditPage } from '../features/edit/ui/EditPage'
import { ShoppingPage } from '../features/groceries/ui/ShoppingPage'
import { DeletionReportNotice } from '../features/my-recipes/ui/DeletionReportNotice'
import { DemoKitchen } from '../features/my-recipes/ui/DemoKitchen'
import { Reason } from '../features/my-recipes/ui/failures/Reason'
import { MyRecipesPage } from '../features/my-recipes/ui/MyRecipesPage'
import { CollectionChips } from '../features/my-recipes/ui/marks/CollectionChips'
import { EditMark } from '../features/my-recipes/ui/marks/EditMark'
import { Heart } from '../features/my-recipes/ui/marks/Heart'
import { NothingFound } from '../features/my-recipes/ui/NothingFound'
import { SelectionBar } from '../features/my-recipes/ui/SelectionBar'
import { FilterChip } from '../features/my-recipes/ui/search/FilterChip'
import { FilterPanel } from '../features/my-recipes/ui/search/FilterPanel'
import { AddressList } from '../features/my-recipes/ui/several/AddressList'
import { SharedArrival } from '../features/my-recipes/ui/shared/SharedArrival'
import { SummaryPanel } from '../features/my-recipes/ui/upload/SummaryPanel'
import { Tray } from '../features/my-recipes/ui/upload/Tray'
import { PrintedRecipe } from '../features/print/PrintedRecipe'
import { CookPage } from '../features/recipe/ui/cook/CookPage'
import { RecipePage } from '../features/recipe/ui/RecipePage'
import { ApiClientProvider } from '../shared/api/ApiClientProvider'
import { SessionProvider } from '../shared/api/account/SessionProvider'
import { ScriptedAccount, sessionsOf } from '../shared/api/account/test-support'
import { RecipeApiProvider } from '../shared/api/recipes/RecipeApiProvider'
import { RecipesProvider } from '../shared/api/recipes/RecipesProvider'
import { RecipeApi } from '../shared/api/recipes/recipe-api'
import { RecipeStore } from '../shared/api/recipes/recipe-store'
import { ScriptedApiClient } from '../shared/api/scripted-api-client'
import { ScriptedBackend } from '../shared/api/test-support'
import type { Doubt, Recipe } from '../shared/lib/recipe/recipe'
import { aCard, aRecipe } from '../shared/lib/test-support'

// Rendering whole pages takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** Property names of objects and functions. */
const WORDS = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length', 'name']
const word = fc.constantFrom(...WORDS)
const wording = fc.oneof(
  word,
  word.map((it) => `2 ${it}`),
  fc.tuple(word, word).map(([one, other]) => `${one} of ${other}`),
  fc.tuple(word, word).map(([one, other]) => `Simmer 2 ${one} for ${other} minutes, or 3 to ${one} hours.`),
)
const maybe = <T,>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const ingredient = fc.record({
  name: wording,
  quantity: fc.oneof(word, fc.constant('2')),
  unit: word,
  note: maybe(wording),
  text: wording,
  group: maybe(word),
  stepMapping: fc.constant([0]),
  // A newer server may have more values.
  doubt: maybe(word as fc.Arbitrary<Doubt>),
})
const recipes: fc.Arbitrary<Recipe> = fc
  .record({
    title: wording,
    description: maybe(wording),
    author: maybe(word),
    yield: maybe(wording),
    notes: maybe(wording),
    language: maybe(fc.constantFrom('en' as const, 'es' as const, 'fr' as const)),
    ingredients: fc.array(ingredient, { minLength: 1, maxLength: 3 }),
    instructions: fc.array(wording, { minLength: 1, maxLength: 3 }),
    tags: fc.uniqueArray(word, { maxLength: 3 }).map((names) => names.map((name) => ({ name }))),
    collections: fc.uniqueArray(word, { maxLength: 3 }),
    warnings: fc.uniqueArray(word, { maxLength: 2 }),
    otherRecipes: fc.uniqueArray(word, { maxLength: 2 }),
  })
  .map((texts) => aRecipe(texts))

const account = new ScriptedAccount()
let store: RecipeStore

beforeEach(() => localStorage.clear())
afterEach(cleanup)

async function show(recipe: Recipe, path: string, at: string, page: ReactNode, state: unknown = null) {
  const backend = new ScriptedBackend()
  const { title, tags, collections, author, ingredients } = recipe
  const ingredientNames = ingredients.map(({ name }) => name)
  backend.cards = [aCard({ title, tags, collections, author, ingredientNames })]
  backend.answer(GET_RECIPE, () => ({ getRecipe: recipe }))
  store = new RecipeStore(backend)
  const target = new URL(at, 'https://zest.example')
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <SessionProvider sessions={sessionsOf(account)}>
        <RecipesProvider store={store}>
          <ApiClientProvider client={new ScriptedApiClient()}>
            <RecipeApiProvider api={new RecipeApi(backend)}>
              <MemoryRouter initialEntries={[{ pathname: target.pathname, search: target.search, state }]}>
                <Routes>
                  <Route path={path} element={page} />
                </Routes>
              </MemoryRouter>
            </RecipeApiProvider>
          </ApiClientProvider>
        </RecipesProvider>
      </SessionProvider>
    </IntlProvider>,
  )
  await act(async () => undefined)
  if (backend.listening.length > 0) await act(async () => backend.live.onAcknowledged())
}

/** Opens a page for random recipes, until one fails. */
function everyRecipe(open: (recipe: Recipe) => Promise<void>) {
  const shown = fc.asyncProperty(recipes, async (recipe) => {
    try {
      await open(recipe)
    } finally {
      store.stop()
      cleanup()
      localStorage.clear()
    }
  })
  return fc.assert(shown, { numRuns: 25 })
}

const { id } = aRecipe()
const text = (expected: string) => expect(document.body.textContent).toContain(expected)

it('the recipe page shows any words', () =>
  everyRecipe(async (recipe) => {
    await show(
      recipe,
      '/recipes/:id',
      `/recipes/${id}`,
      <RecipePage Assist={() => null} Offer={() => null} Proposals={() => null} />,
    )
    text(recipe.title ?? '')
    text(recipe.instructions[0] ?? '')
  }))

it('cook mode shows any words', () =>
  everyRecipe(async (recipe) => {
    await show(recipe, '/recipes/:id/cook', `/recipes/${id}/cook`, <CookPage />)
    text(recipe.instructions[0] ?? '')
  }))

it('the edit form takes any words', () =>
  everyRecipe(async (recipe) => {
    await show(recipe, '/recipes/:id/edit', `/recipes/${id}/edit`, <EditPage OwnPicture={() => null} />)
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(recipe.title)
  }))

it('the list shows, filters and finds any words', () =>
  everyRecipe(async (recipe) => {
    const tag = recipe.tags[0]?.name
    const query = new URLSearchParams({ q: recipe.title ?? '', ...(tag === undefined ? {} : { tag }) })
    await show(
      recipe,
      '/my-recipes',
      `/my-recipes?${query}`,
      <MyRecipesPage
        demo={false}
        later={{
          SelectionBar,
          NothingFound,
          FilterPanel,
          DeletionReportNotice,
          DemoKitchen,
          SummaryPanel,
          Tray,
          AddressList,
          BatchPanel: null,
          SharedArrival,
        }}
        marks={{ Heart, EditMark, CollectionChips, FilterChip, ProgramProposalsNotice: () => null }}
        failures={{ Reason, Offer: null }}
      />,
    )
    expect(screen.getByRole('article')).toHaveTextContent((recipe.title ?? '').replace(/\s+/g, ' '))
  }))

it('the shopping list takes any words', () =>
  everyRecipe(async (recipe) => {
    await show(recipe, '/shopping-list', '/shopping-list', <ShoppingPage />, { ids: [id] })
    text(recipe.ingredients[0]?.name ?? '')
    const put = screen.getByRole('button', { name: /^Add/ })
    await act(async () => put.click())
  }))

it('the print view shows any words', () =>
  everyRecipe(async (recipe) => {
    await show(recipe, '/print', '/print', <PrintedRecipe recipe={recipe} />)
    text(recipe.instructions[0] ?? '')
  }))
