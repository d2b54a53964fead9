import { act, render, screen, within } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { GET_RECIPE } from '../../api/operations'
import { RecipesProvider } from '../../api/RecipesProvider'
import { RecipeStore } from '../../api/recipe-store'
import { ScriptedBackend } from '../../api/test-support'
import { Problem } from '../../lib/problem'
import type { Ingredient, Recipe } from '../../lib/recipe'
import { aCard } from '../../lib/test-support'
import { groupsOf } from './Ingredients'
import { RecipePage } from './RecipePage'

const line = (text: string, group: string | null = null): Ingredient => ({
  name: text,
  quantity: '',
  unit: '',
  text,
  group,
})
const recipe: Recipe = {
  id: aCard().id,
  title: 'Soupe aux lentilles',
  description: 'Simple.',
  ingredients: [
    { name: 'lentilles', quantity: '200', unit: 'g', text: '200 g lentilles', group: 'Pour la soupe' },
    line('persil', 'Pour servir'),
  ],
  instructions: ['Rincer.', 'Cuire.'],
  url: 'https://www.example.com/soupe',
  prep_time: 10,
  cook_time: 35,
  total_time: 45,
  servings: 4,
  yield: '4 portions',
  imageUrl: null,
  status: 'SUCCESS',
  stage: null,
  language: 'fr',
  tags: [{ name: 'Dîner' }],
  nutritionalInformation: { status: 'SUCCESS', calories: '320 kcal', fat: '4 g', carbs: null, protein: '18 g' },
  errorCode: null,
  errorDetails: null,
  version: 1,
}

let store: RecipeStore | undefined
afterEach(() => store?.stop())

async function open(answer: () => { getRecipe: Recipe | null }) {
  const backend = new ScriptedBackend()
  backend.answer(GET_RECIPE, answer)
  store = new RecipeStore(backend)
  const page = (
    <IntlProvider locale="en" onError={() => undefined}>
      <RecipesProvider store={store}>
        <MemoryRouter initialEntries={[`/recipes/${recipe.id}`]}>
          <Routes>
            <Route path="/recipes/:id" element={<RecipePage />} />
          </Routes>
        </MemoryRouter>
      </RecipesProvider>
    </IntlProvider>
  )
  const { container } = await act(async () => render(page))
  return { backend, container }
}

it('shows the whole recipe, its words marked as its own language', async () => {
  const { container } = await open(() => ({ getRecipe: recipe }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Soupe aux lentilles')
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'fr')
  expect(document.title).toBe('Soupe aux lentilles – Zest')
  const source = screen.getByRole('link', { name: /example\.com/ })
  expect(source).toHaveAttribute('href', 'https://www.example.com/soupe')
  expect(source).toHaveAttribute('rel', 'noopener noreferrer')
  expect(screen.getByRole('checkbox', { name: '200 g lentilles' })).not.toBeChecked()
  expect(screen.getByRole('heading', { name: 'Pour servir' })).toBeVisible()
  const steps = screen.getByRole('region', { name: 'Steps' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(2)
  expect(container.querySelector('[data-fact=total]')).toHaveTextContent('45 min')
  // The yield says no more than the servings beside it.
  expect(container.querySelector('[data-fact=yield]')).toBeNull()
  const nutrition = screen.getByRole('region', { name: 'Nutrition per serving' })
  expect(nutrition).toHaveTextContent('Calories320 kcalFat4 gProtein18 g')
})

it.each([
  ['PENDING', /working out/i],
  ['FAILED', /no nutrition facts/i],
] as const)('nutrition that is %s says so', async (status, words) => {
  await open(() => ({
    getRecipe: { ...recipe, nutritionalInformation: { status, calories: null, fat: null, carbs: null, protein: null } },
  }))
  expect(screen.getByRole('region', { name: 'Nutrition per serving' })).toHaveTextContent(words)
})

it('a pending recipe shows its stage, a failed one its reason', async () => {
  await open(() => ({ getRecipe: { ...recipe, title: null, status: 'PENDING', stage: 'EXTRACTING' } }))
  expect(screen.getByText('Reading the recipe…')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Steps' })).toBeNull()
})

it('a failed recipe shows its reason and a way on', async () => {
  await open(() => ({ getRecipe: { ...recipe, title: null, status: 'FAILED', errorCode: 'NOT_A_RECIPE' } }))
  expect(screen.getByText(/found no recipe on this page/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it.each([
  ['nothing is returned', () => ({ getRecipe: null })],
  [
    'the server says so',
    () => {
      throw new Problem('RECIPE_NOT_FOUND')
    },
  ],
  [
    'it is not the caller’s to see',
    () => {
      throw new Problem('UNAUTHORIZED')
    },
  ],
])('says that there is no such recipe when %s', async (_, answer) => {
  await open(answer)
  expect(screen.getByText(`Recipe with id ${recipe.id} not found`)).toBeVisible()
})

it('fetches again when the live list hears of a newer version, and only then', async () => {
  let version = 1
  const { backend } = await open(() => ({ getRecipe: { ...recipe, version, title: `Version ${version}` } }))
  await act(async () => {
    backend.cards = [aCard({ version: 1 })]
    backend.live.onAcknowledged()
  })
  expect(backend.countOf(GET_RECIPE)).toBe(1)
  version = 2
  await act(async () => backend.live.onChange({ id: recipe.id, version: 2, card: aCard({ version: 2 }) }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Version 2')
  expect(backend.countOf(GET_RECIPE)).toBe(2)
})

it('ingredients are cut wherever the heading changes', () => {
  const groups = groupsOf([line('a', 'x'), line('b', 'x'), line('c'), line('d', 'x')])
  expect(groups.map(({ heading, lines }) => [heading, lines.length])).toEqual([
    ['x', 2],
    [null, 1],
    ['x', 1],
  ])
})
