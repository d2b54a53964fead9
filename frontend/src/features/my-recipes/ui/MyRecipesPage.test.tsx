import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CREATE_RECIPE, DELETE_RECIPES, LIST_RECIPES } from '../../../contract/operations'
import { ApiClientProvider } from '../../../shared/api/ApiClientProvider'
import { RecipeApiProvider } from '../../../shared/api/recipes/RecipeApiProvider'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedApiClient } from '../../../shared/api/scripted-api-client'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { baseOf, draftOf } from '../../../shared/lib/editing/draft'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { aCard, aRecipe } from '../../../shared/lib/test-support'
import { DeletionReportNotice } from './DeletionReportNotice'
import { DemoKitchen } from './DemoKitchen'
import { Reason } from './failures/Reason'
import { MyRecipesPage } from './MyRecipesPage'
import { CollectionChips } from './marks/CollectionChips'
import { EditMark } from './marks/EditMark'
import { Heart } from './marks/Heart'
import { NothingFound } from './NothingFound'
import { SelectionBar } from './SelectionBar'
import { FilterChip } from './search/FilterChip'
import { FilterPanel } from './search/FilterPanel'
import { AddressList } from './several/AddressList'
import { SharedArrival } from './shared/SharedArrival'
import { SummaryPanel } from './upload/SummaryPanel'
import { Tray } from './upload/Tray'

const CARDS = [
  aCard({ id: 'a', title: 'Lentil soup', tags: [{ name: 'Soup' }], url: 'https://www.example.com/soup' }),
  aCard({ id: 'b', title: 'Crème brûlée', tags: [{ name: 'Dessert' }], url: null, ingredientNames: ['cream'] }),
  aCard({ id: 'c', title: 'Carrot cake', tags: [{ name: 'Dessert' }], url: 'https://example.com/cake' }),
  aCard({ id: 'd', title: 'Old toast', status: 'FAILED', url: 'https://example.com/toast' }),
]

// Role queries on the whole page take seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let backend: ScriptedBackend
let store: RecipeStore
let address: string

beforeEach(() => {
  localStorage.clear()
  backend = new ScriptedBackend()
  backend.cards = CARDS
  store = new RecipeStore(backend)
})

afterEach(() => {
  vi.useRealTimers()
})

function Address() {
  const { search } = useLocation()
  address = search
  return null
}

async function open(search = '', loaded = true) {
  const user = userEvent.setup()
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <MemoryRouter initialEntries={[`/my-recipes${search}`]}>
        <RecipesProvider store={store}>
          <RecipeApiProvider api={new RecipeApi(backend)}>
            <ApiClientProvider client={new ScriptedApiClient()}>
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
              />
            </ApiClientProvider>
            <Address />
          </RecipeApiProvider>
        </RecipesProvider>
      </MemoryRouter>
    </IntlProvider>,
  )
  await act(async () => undefined)
  if (loaded) await act(async () => backend.live.onAcknowledged())
  // The search loads on demand.
  await act(async () => {
    await vi.dynamicImportSettled()
  })
  return user
}

const titles = () => screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const box = () => screen.getByLabelText<HTMLInputElement>('Recipe link or text')
const select = () => screen.getByRole('button', { name: 'Select' })

it('applies the filters in the address, and clears them with one press', async () => {
  const user = await open('?q=CREME&tag=dessert&sort=title')
  expect(titles()).toEqual(['Crème brûlée'])
  expect(screen.getByText('1 of 4 recipes')).toBeVisible()
  await user.clear(screen.getByLabelText('Search your recipes'))
  await user.type(screen.getByLabelText('Search your recipes'), 'zzz')
  expect(screen.getByText('No recipes found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all recipes' }))
  expect(titles()).toHaveLength(4)
  expect(address).toBe('?sort=title')
})

it('filters by tag and failure; chips show result counts', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Dessert 2' }))
  expect(titles()).toEqual(['Crème brûlée', 'Carrot cake'])
  expect(address).toBe('?tag=dessert')
  expect(screen.queryByRole('button', { name: /Soup/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Dessert 2' }))
  await user.click(screen.getByRole('button', { name: 'Failed 1' }))
  expect(titles()).toEqual(['Old toast'])
})

it('deletes all selected recipes, also filtered-out ones, and reports refusals', async () => {
  const user = await open()
  await user.click(select())
  await user.click(screen.getByRole('checkbox', { name: 'Select Lentil soup' }))
  await user.click(screen.getByText('Carrot cake'))
  await user.type(screen.getByLabelText('Search your recipes'), 'lentil')
  expect(screen.getByText('1 not shown')).toBeVisible()
  backend.answer(DELETE_RECIPES, ({ ids }: { ids: string[] }) => ({
    deleteRecipes: ids.map((id) => ({ id, deleted: id === 'a', error: id === 'a' ? null : 'Unauthorized' })),
  }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(store.getSnapshot().deletions).toMatchObject([{ ids: ['a', 'c'] }])
  await act(async () => store.carryOut('a'))
  const report = screen.getByText('Couldn’t delete 1 of 2 recipes').closest<HTMLElement>('[role=alert]')
  expect(report).toHaveTextContent('Carrot cake')
  await user.click(screen.getByRole('button', { name: 'Keep these' }))
  expect(screen.queryByText(/Couldn’t delete/)).toBeNull()
})

it('while selecting, cards do not open, and Escape ends it', async () => {
  const user = await open()
  expect(screen.getByRole('link', { name: 'Lentil soup' })).toBeVisible()
  await user.click(select())
  expect(screen.queryByRole('link', { name: 'Lentil soup' })).toBeNull()
  const first = screen.getByRole('checkbox', { name: 'Select Lentil soup' })
  await user.click(first)
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Carrot cake' }))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('3 selected')).toBeNull()
})

it('asks before importing a duplicate page, and imports it on request', async () => {
  const user = await open()
  await user.type(box(), 'http://example.com/soup/?utm_source=x{Enter}')
  expect(await screen.findByText(/You already have this/)).toHaveTextContent('Lentil soup')
  expect(backend.countOf(CREATE_RECIPE)).toBe(0)
  expect(screen.getByRole('link', { name: 'Open yours' })).toHaveAttribute('href', '/recipes/a')
  await user.click(screen.getByRole('button', { name: 'Import anyway' }))
  expect(backend.countOf(CREATE_RECIPE)).toBe(1)
  expect(screen.queryByText(/You already have this/)).toBeNull()
})

it('imports a page that failed before without asking', async () => {
  const user = await open()
  await user.type(box(), 'https://example.com/toast{Enter}')
  expect(backend.countOf(CREATE_RECIPE)).toBe(1)
})

it('waits briefly for the list before an import', async () => {
  backend.answer(LIST_RECIPES, () => new Promise(() => undefined))
  vi.useFakeTimers()
  await open('', false)
  fireEvent.change(box(), { target: { value: 'https://example.com/other' } })
  fireEvent.submit(box())
  await act(() => vi.advanceTimersByTimeAsync(790))
  expect(backend.countOf(CREATE_RECIPE)).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(20))
  expect(backend.countOf(CREATE_RECIPE)).toBe(1)
})

it('puts a shared address into the box without sending it', async () => {
  await open('?add=https%3A%2F%2Fexample.com%2Fpie&sort=title')
  expect(box().value).toBe('https://example.com/pie')
  expect(address).toBe('?sort=title')
  expect(backend.countOf(CREATE_RECIPE)).toBe(0)
})

it('marks recipes with unsent edits', async () => {
  await open()
  const base = baseOf(aRecipe({ id: 'a' }))
  const edits = new WaitingEdits()
  act(() => {
    edits.put({ id: 'a', savedAt: '2026-11-22T10:00:00.000Z', base, draft: draftOf(base.content, () => 'k') })
  })
  const mark = screen.getByText('Changes not synced yet')
  expect(mark.closest('article')).toHaveTextContent('Lentil soup')
  act(() => edits.drop('a'))
  expect(screen.queryByText('Changes not synced yet')).toBeNull()
})
