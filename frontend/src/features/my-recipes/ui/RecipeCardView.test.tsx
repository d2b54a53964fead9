import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { Problem } from '../../../shared/lib/errors'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import { type FailureParts, Failures, GeneralReason } from './failures/failure-places'
import { Reason } from './failures/Reason'
import { ImportNews } from './ImportNews'
import { RecipeCardView } from './RecipeCardView'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({ config: { agent: 'bedrock' as 'bedrock' | false, credits: true } }))
vi.mock('../../../shared/api/app-config', () => ({ useAppConfig: () => config }))
beforeEach(() => {
  config.agent = 'bedrock'
})

function show(fields: Partial<RecipeCard>, stored = true, failures: FailureParts | null = { Reason, Offer: null }) {
  const onRetry = vi.fn(async () => undefined)
  const onRemove = vi.fn()
  const onCancel = vi.fn()
  const store = new RecipeStore(new ScriptedBackend())
  const { container } = render(
    <IntlProvider locale="en" onError={() => undefined}>
      <MemoryRouter>
        <RecipesProvider store={store}>
          <Failures value={failures}>
            <RecipeCardView
              recipe={{ card: aCard(fields), stored }}
              onRetry={onRetry}
              onRemove={onRemove}
              onCancel={onCancel}
            />
          </Failures>
        </RecipesProvider>
      </MemoryRouter>
    </IntlProvider>,
  )
  return { container, onRetry, onRemove, onCancel, user: userEvent.setup() }
}

it('a finished recipe shows its facts and links to its page', () => {
  const { container } = show({ total_time: 75, servings: 1, imageUrl: 'media/x/y' })
  expect(screen.getByRole('link', { name: 'Lentil soup' })).toHaveAttribute('href', `/recipes/${aCard().id}`)
  expect(container).toHaveTextContent('example.com')
  expect(container).toHaveTextContent('1 hr 15 min')
  expect(container).toHaveTextContent('1 serving')
  expect(container.querySelector('img')).toHaveAttribute('src', '/media/x/y')
})

it('a recipe without a photo shows its initial', () => {
  const { container } = show({ title: '«Émincé»' })
  expect(container.querySelector('[data-placeholder]')).toHaveTextContent('É')
})

it.each([
  [null, 'Loading the page…'],
  ['FETCHING', 'Loading the page…'],
  ['EXTRACTING', 'Reading the recipe…'],
  ['CHECKING', 'Checking…'],
] as const)('a pending import at %s says so in place', (stage, words) => {
  const { container } = show({ status: 'PENDING', title: null, stage })
  expect(container).toHaveTextContent(words)
  expect(container).toHaveTextContent('Importing…')
})

it('an import unknown to the server has no link', () => {
  show({ status: 'PENDING', title: null }, false)
  expect(screen.queryByRole('link')).toBeNull()
})

it('a failed import shows its reason and a retry button', async () => {
  const { onRetry, user } = show({ status: 'FAILED', title: null, errorCode: 'SITE_BLOCKED' })
  expect(screen.getByText(/blocks importing/)).toBeVisible()
  expect(screen.queryByText('prose')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledExactlyOnceWith(aCard().id)
})

it('a refused retry shows its reason on the card', async () => {
  const { onRetry, user } = show({ status: 'FAILED', errorCode: 'TIMED_OUT' })
  onRetry.mockRejectedValue(new Problem('BUSY'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Zest is busy')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

it('a failed import can be retried while its message is loading, with a placeholder', () => {
  const { container } = show({ status: 'FAILED', errorCode: 'SITE_BLOCKED' }, true, null)
  const reason = container.querySelector('[data-reason="SITE_BLOCKED"]')
  expect(reason).toHaveTextContent(/^$/)
  expect(reason?.firstElementChild).toHaveClass('min-h-15')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

it('an offline failure is shown at once', () => {
  show({ status: 'FAILED', errorCode: 'OFFLINE' }, false, null)
  expect(screen.getByText(/send your link again/)).toBeVisible()
})

it('a reason whose message cannot be loaded gets a general text', () => {
  show({ status: 'FAILED', errorCode: 'SITE_BLOCKED' }, true, { Reason: GeneralReason, Offer: null })
  expect(screen.getByText('That didn’t work. Try again in a moment.')).toBeVisible()
})

it('a retry with an import error shows that error', async () => {
  const { onRetry, user } = show({ status: 'FAILED', errorCode: 'TIMED_OUT' })
  onRetry.mockRejectedValue(new Problem('UPLOAD_MISSING'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The upload expired.')
})

describe('an import without a recipe', () => {
  const Offer = ({ recipe }: { recipe: RecipeCard }) => <button type="button">Offer for {recipe.id}</button>
  const places = (container: HTMLElement) => container.querySelectorAll('[data-offer-place]').length
  const failed = (errorCode: string, failures: FailureParts | null = { Reason, Offer }) =>
    show({ status: 'FAILED', errorCode }, true, failures)

  it('offers the assistant, with a placeholder while loading', () => {
    expect(places(failed('NOT_A_RECIPE', null).container)).toBe(1)
    failed('NOT_A_RECIPE')
    expect(screen.getByRole('button', { name: `Offer for ${aCard().id}` })).toBeVisible()
  })

  it('of a blocked site offers ways out, with or without an assistant', () => {
    config.agent = false
    expect(places(failed('SITE_BLOCKED', null).container)).toBe(1)
    failed('SITE_BLOCKED')
    expect(screen.getByRole('button', { name: `Offer for ${aCard().id}` })).toBeVisible()
  })

  it.each([
    ['TIMED_OUT', 'bedrock'],
    ['ASSISTANT_FOUND_NOTHING', 'bedrock'],
    ['NOT_A_RECIPE', false],
  ] as const)('of %s with the assistant %s nothing is offered, and no place kept', (code, agent) => {
    config.agent = agent
    failed(code)
    expect(screen.queryByRole('button', { name: /^Offer/ })).toBeNull()
    expect(places(failed(code, null).container)).toBe(0)
  })

  it('has no placeholder if loading failed', () => {
    expect(places(failed('NOT_A_RECIPE', { Reason: GeneralReason, Offer: null }).container)).toBe(0)
  })
})

it('a permanently refused address offers no retry', () => {
  show({ status: 'FAILED', errorCode: 'ADDRESS_NOT_ALLOWED' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByText(/isn’t public/)).toBeVisible()
})

it('a stored javascript: address is never a link', () => {
  show({ status: 'FAILED', errorCode: 'INVALID_URL', url: 'javascript:alert(1)' })
  expect(screen.queryByRole('link')).toBeNull()
})

it('the remove button names the recipe', async () => {
  const { onRemove, user } = show({})
  await user.click(screen.getByRole('button', { name: 'Delete Lentil soup' }))
  expect(onRemove).toHaveBeenCalledExactlyOnceWith(aCard())
})

it('import progress is announced, old results are not', () => {
  const page = (card: RecipeCard) => (
    <IntlProvider locale="en" onError={() => undefined}>
      <Failures value={{ Reason, Offer: null }}>
        <ImportNews recipes={[{ card, stored: true }]} />
      </Failures>
    </IntlProvider>
  )
  const { container, rerender } = render(page(aCard({ status: 'PENDING', title: null, stage: 'FETCHING' })))
  const news = container.querySelector('[aria-live="polite"]')
  expect(news).toBeEmptyDOMElement()
  rerender(page(aCard({ status: 'PENDING', title: null, stage: 'EXTRACTING' })))
  expect(news).toHaveTextContent('example.com: Reading the recipe')
  rerender(page(aCard({ status: 'FAILED', title: null, errorCode: 'SITE_BLOCKED' })))
  expect(news).toHaveTextContent('example.com: This site blocks importing, but not your browser.')
  rerender(page(aCard({ status: 'PENDING', title: null, stage: 'FETCHING' })))
  rerender(page(aCard()))
  expect(news).toHaveTextContent('Lentil soup is ready.')
  rerender(page(aCard({ id: 'other', title: 'Loaded later' })))
  expect(news).toHaveTextContent('Lentil soup is ready.')
})
