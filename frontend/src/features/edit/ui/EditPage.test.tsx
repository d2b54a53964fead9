import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GET_RECIPE } from '../../../contract/operations'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import { baseOf, draftOf } from '../../../shared/lib/editing/draft'
import { STORED_DRAFT, type StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { WaitingEdits } from '../../../shared/lib/offline/waiting-edits'
import { aRecipe } from '../../../shared/lib/test-support'
import { ToastContext } from '../../../shared/ui/Toasts'
import { ToastQueue } from '../../../shared/ui/toast-queue'
import { EditPage } from './EditPage'

const recipe = aRecipe({ title: 'Soup' })

let store: RecipeStore

beforeEach(() => {
  localStorage.clear()
  const backend = new ScriptedBackend()
  backend.answer(GET_RECIPE, () => ({ getRecipe: recipe }))
  store = new RecipeStore(backend)
  new WaitingEdits().put(titled('Better soup'))
})

afterEach(() => store.stop())

function titled(title: string): StoredDraft {
  const base = baseOf(recipe)
  return {
    id: recipe.id,
    savedAt: new Date().toISOString(),
    base,
    draft: { ...draftOf(base.content, () => 'k'), title },
  }
}

function open() {
  const router = createMemoryRouter([{ path: '/recipes/:id/edit', element: <EditPage OwnPicture={() => null} /> }], {
    initialEntries: [`/recipes/${recipe.id}/edit`],
  })
  render(
    <IntlProvider locale="en">
      <ToastContext value={new ToastQueue()}>
        <RecipesProvider store={store}>
          <RouterProvider router={router} />
        </RecipesProvider>
      </ToastContext>
    </IntlProvider>,
  )
}

const title = () => screen.findByRole('textbox', { name: 'Title' })
const leave = (draft: StoredDraft) => new StoredCollection('zest.draft.', STORED_DRAFT).put(draft)

it('starts with the edit that waits to be sent', async () => {
  leave(titled('Better soup'))
  open()
  expect(await title()).toHaveValue('Better soup')
})

it.each([
  ['Continue editing', 'Best soup'],
  ['Discard', 'Better soup'],
])('offers a later draft than the edit that waits: %s', async (choice, expected) => {
  leave(titled('Best soup'))
  open()
  await userEvent.setup().click(await screen.findByRole('button', { name: choice }))
  expect(await title()).toHaveValue(expected)
})
