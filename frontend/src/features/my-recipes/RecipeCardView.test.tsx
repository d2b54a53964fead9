import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { RecipesProvider } from '../../api/recipes/RecipesProvider'
import { RecipeStore } from '../../api/recipes/recipe-store'
import { ScriptedBackend } from '../../api/test-support'
import { Problem } from '../../lib/recipe/problem'
import type { RecipeCard } from '../../lib/recipe/recipe'
import { aCard } from '../../lib/test-support'
import { ImportNews } from './ImportNews'
import { RecipeCardView } from './RecipeCardView'

function show(fields: Partial<RecipeCard>, stored = true) {
  const onRetry = vi.fn(async () => undefined)
  const onRemove = vi.fn()
  const onCancel = vi.fn()
  const store = new RecipeStore(new ScriptedBackend())
  const { container } = render(
    <IntlProvider locale="en" onError={() => undefined}>
      <MemoryRouter>
        <RecipesProvider store={store}>
          <RecipeCardView
            recipe={{ card: aCard(fields), stored }}
            onRetry={onRetry}
            onRemove={onRemove}
            onCancel={onCancel}
          />
        </RecipesProvider>
      </MemoryRouter>
    </IntlProvider>,
  )
  return { container, onRetry, onRemove, onCancel, user: userEvent.setup() }
}

it('a finished recipe shows its facts and leads to its page', () => {
  const { container } = show({ total_time: 75, servings: 1, imageUrl: 'media/x/y' })
  expect(screen.getByRole('link', { name: 'Lentil soup' })).toHaveAttribute('href', `/recipes/${aCard().id}`)
  expect(container).toHaveTextContent('example.com')
  expect(container).toHaveTextContent('1 hr 15 min')
  expect(container).toHaveTextContent('1 serving')
  expect(container.querySelector('img')).toHaveAttribute('src', '/media/x/y')
})

it('without a picture there is a calm ground with the title’s first letter', () => {
  const { container } = show({ title: '«Émincé»' })
  expect(container.querySelector('[data-placeholder]')).toHaveTextContent('É')
})

it.each([
  [null, 'Fetching the page…'],
  ['FETCHING', 'Fetching the page…'],
  ['EXTRACTING', 'Reading the recipe…'],
  ['CHECKING', 'Checking…'],
] as const)('a pending import at %s says so in place', (stage, words) => {
  const { container } = show({ status: 'PENDING', title: null, stage })
  expect(container).toHaveTextContent(words)
  expect(container).toHaveTextContent('A recipe is on its way')
})

it('a submission that the server does not know yet is no link', () => {
  show({ status: 'PENDING', title: null }, false)
  expect(screen.queryByRole('link')).toBeNull()
})

it('a failed import says why and can be tried again', async () => {
  const { onRetry, user } = show({ status: 'FAILED', title: null, errorCode: 'SITE_BLOCKED' })
  expect(screen.getByText(/does not let other services read/)).toBeVisible()
  expect(screen.queryByText('prose')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledExactlyOnceWith(aCard().id)
})

it('a second try that is refused says so on the card', async () => {
  const { onRetry, user } = show({ status: 'FAILED', errorCode: 'TIMED_OUT' })
  onRetry.mockRejectedValue(new Problem('BUSY'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Zest is busy')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

it('an address that is refused for good offers no second try', () => {
  show({ status: 'FAILED', errorCode: 'ADDRESS_NOT_ALLOWED' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByText(/not on the public internet/)).toBeVisible()
})

it('a stored javascript: address never becomes a link', () => {
  show({ status: 'FAILED', errorCode: 'INVALID_URL', url: 'javascript:alert(1)' })
  expect(screen.queryByRole('link')).toBeNull()
})

it('can be removed by name', async () => {
  const { onRemove, user } = show({})
  await user.click(screen.getByRole('button', { name: 'Remove Lentil soup' }))
  expect(onRemove).toHaveBeenCalledExactlyOnceWith(aCard())
})

it('the progress of an import is read out, old results are not', () => {
  const page = (card: RecipeCard) => (
    <IntlProvider locale="en" onError={() => undefined}>
      <ImportNews recipes={[{ card, stored: true }]} />
    </IntlProvider>
  )
  const { container, rerender } = render(page(aCard({ status: 'PENDING', title: null, stage: 'FETCHING' })))
  const news = container.querySelector('[aria-live="polite"]')
  expect(news).toBeEmptyDOMElement()
  rerender(page(aCard({ status: 'PENDING', title: null, stage: 'EXTRACTING' })))
  expect(news).toHaveTextContent('example.com: Reading the recipe')
  rerender(page(aCard()))
  expect(news).toHaveTextContent('Lentil soup is ready.')
  rerender(page(aCard({ id: 'other', title: 'Loaded later' })))
  expect(news).toHaveTextContent('Lentil soup is ready.')
})
