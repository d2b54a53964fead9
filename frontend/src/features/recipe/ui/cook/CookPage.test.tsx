import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GET_RECIPE } from '../../../../contract/operations'
import { RecipesProvider } from '../../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../../shared/api/test-support'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { aCard } from '../../../../shared/lib/test-support'
import { CookPage } from './CookPage'
import { storedTimers } from './useTimers'

const hostile = '<img src=x onerror=alert(1)> \u202eevil'
const recipe: Recipe = {
  mine: true,
  ...{
    id: aCard().id,
    title: hostile,
    description: null,
    author: null,
    url: null,
    imageUrl: null,
    notes: null,
    language: 'en',
  },
  ...{ prep_time: null, cook_time: null, total_time: null, servings: 4, yield: null, status: 'SUCCESS', stage: null },
  ...{ tags: [], errorCode: null, warnings: [], version: 1, part: null, otherRecipes: [] },
  ...{ favourite: false, rating: null, collections: [], madeOn: [] },
  ...{ pictureSubmissionUUID: null, fileSubmissionUUID: null, sourceName: null, importSummary: null, credit: null },
  ingredients: [
    {
      ...{ name: 'rice', quantity: '200', unit: 'g', note: null, text: '200 g rice', group: null },
      ...{ stepMapping: [0], doubt: null },
    },
  ],
  instructions: ['Boil 200 g rice for 12 minutes.', 'Rest, then serve.'],
  stepHeadings: [{ step: 1, text: 'To finish' }],
  recipeLinks: [],
  nutritionalInformation: {
    ...{ status: 'SUCCESS', source: null, calories: null, fat: null, carbs: null, protein: null, lines: [] },
  },
}

let store: RecipeStore | undefined
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  storedTimers.write([])
})
afterEach(() => {
  store?.stop()
  vi.useRealTimers()
})

/** @param fetchedBefore recipe that an earlier page cached before the network was lost */
async function open(query = '', fetchedBefore?: Recipe, state: unknown = null) {
  const backend = new ScriptedBackend()
  store = new RecipeStore(backend)
  backend.answer(GET_RECIPE, () => ({ getRecipe: fetchedBefore ?? recipe }))
  if (fetchedBefore !== undefined) {
    await store.cache.get(fetchedBefore.id)
    backend.offline = true
  }
  const page = (
    <IntlProvider locale="en" onError={() => undefined}>
      <RecipesProvider store={store}>
        <MemoryRouter initialEntries={[{ pathname: `/recipes/${recipe.id}/cook`, search: query, state }]}>
          <Routes>
            <Route path="/recipes/:id/cook" element={<CookPage />} />
          </Routes>
        </MemoryRouter>
      </RecipesProvider>
    </IntlProvider>
  )
  await act(async () => render(page))
}

const press = (key: string, target: Element = document.body) => act(async () => void fireEvent.keyDown(target, { key }))

it('shows one step with scaled amounts, and hostile text as text', async () => {
  await open('?servings=6')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('<img src=x onerror=alert(1)>')
  const steps = screen.getByRole('region', { name: 'Steps' })
  expect(steps).toHaveTextContent('Step 1 of 2')
  expect(steps).toHaveTextContent('Boil 300 g rice for')
  expect(steps).not.toHaveTextContent('serve')
  expect(screen.getByRole('checkbox', { name: '300 g rice' })).not.toBeChecked()
})

it('shows the heading of a step from that step on', async () => {
  await open()
  const steps = screen.getByRole('region', { name: 'Steps' })
  expect(steps).not.toHaveTextContent('To finish')
  await press('ArrowRight')
  expect(steps).toHaveTextContent('To finish')
})

it('shows a cached recipe without headings', async () => {
  const { stepHeadings: _, ...old } = recipe
  await open('', old as Recipe)
  await press('ArrowRight')
  expect(screen.getByRole('region', { name: 'Steps' })).not.toHaveTextContent('To finish')
})

it('is operated by keys, except on a focused button', async () => {
  await open()
  await press(' ')
  expect(screen.getByText('Step 2 of 2')).toBeVisible()
  await press('ArrowLeft')
  expect(screen.getByText('Step 1 of 2')).toBeVisible()
  await press(' ', screen.getByRole('button', { name: 'Start over' }))
  expect(screen.getByText('Step 1 of 2')).toBeVisible()
})

it('opens offline if the recipe is cached', async () => {
  await open('', recipe)
  expect(screen.getByText('Step 1 of 2')).toBeVisible()
})

it('does not show another cached recipe', async () => {
  await open('', { ...recipe, id: 'another' })
  expect(screen.queryByText('Step 1 of 2')).toBeNull()
})

it('ignores a recipe in the history state', async () => {
  await open('', { ...recipe, id: 'another' }, { recipe })
  expect(screen.queryByText('Step 1 of 2')).toBeNull()
})

it('rings when the time is up, and announces it', async () => {
  await open()
  await act(async () => screen.getByRole('button', { name: 'Start a timer: 12 minutes' }).click())
  const timers = screen.getByRole('region', { name: 'Timers' })
  expect(within(timers).getByRole('timer')).toHaveTextContent('12:00')
  await act(async () => vi.advanceTimersByTime(11 * 60_000))
  expect(within(timers).getByRole('timer')).toHaveTextContent('1:00')
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Time’s up: 12 minutes')).toBeInTheDocument()
  expect(document.title).toMatch(/Time’s up/)
  await act(async () =>
    within(timers)
      .getByRole('button', { name: /^Cancel/ })
      .click(),
  )
  expect(screen.queryByRole('region', { name: 'Timers' })).toBeNull()
})

it('reports if the screen cannot be kept awake', async () => {
  await open()
  expect(screen.getByText(/can’t keep the screen on/)).toBeVisible()
})
