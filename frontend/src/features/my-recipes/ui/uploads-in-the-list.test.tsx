import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import type { Sending, Uploader } from '../../../shared/api/uploads/upload-queue'
import type { ImportSummary, RecipeCard } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import { onAskedToChoose } from './choose'
import { FinishedUploads } from './FinishedUploads'
import { Failures } from './failures/failure-places'
import { Reason } from './failures/Reason'
import { RecipeCardView } from './RecipeCardView'
import { SummaryPanel } from './upload/SummaryPanel'

vi.setConfig({ testTimeout: 30_000 })

const SUBMISSION = '1f0c2d3e-0000-4000-8000-000000000001'
const SUMMARY: ImportSummary = {
  found: 120,
  imported: 33,
  failed: 1,
  problems: [{ title: '<i>Soup</i>', errorCode: 'UNREADABLE_FILE' }],
}
const upload: Partial<RecipeCard> = {
  status: 'PENDING',
  title: null,
  url: null,
  fileSubmissionUUID: SUBMISSION,
  sourceName: '<b>book</b>.zip',
}

function show(card: RecipeCard, store = new RecipeStore(new ScriptedBackend())) {
  const onCancel = vi.fn()
  const { container } = render(
    <IntlProvider locale="en" onError={() => undefined}>
      <MemoryRouter>
        <RecipesProvider store={store}>
          <Failures value={{ Reason, Offer: null }}>
            <RecipeCardView
              recipe={{ card, stored: true }}
              onRetry={vi.fn(async () => undefined)}
              onRemove={vi.fn()}
              onCancel={onCancel}
            />
          </Failures>
        </RecipesProvider>
      </MemoryRouter>
    </IntlProvider>,
  )
  return { container, onCancel, user: userEvent.setup() }
}

it.each([
  [{ stage: 'READING' }, 'Opening the file…'],
  [{ stage: 'READING', fileSubmissionUUID: null, pictureSubmissionUUID: SUBMISSION }, 'Reading the photo…'],
  [{ stage: null }, 'Opening the file…'],
  [{ stage: 'EXTRACTING' }, 'Reading the recipe…'],
  [{ stage: 'CHECKING', importSummary: SUMMARY }, '34 of 120 recipes'],
] as const)('an upload at %j says how far it is, under its file’s name as it is written', (fields, words) => {
  const { container } = show(aCard({ ...upload, ...fields }))
  expect(container).toHaveTextContent(words)
  expect(screen.getByRole('heading')).toHaveTextContent('<b>book</b>.zip')
})

it('labels pasted text as such', () => {
  show(aCard({ ...upload, sourceName: 'pasted.txt' }))
  expect(screen.getByRole('heading')).toHaveTextContent('Pasted text')
})

it('shows upload progress with a thumbnail, and can be cancelled', async () => {
  let sending: Sending | undefined
  const uploader: Uploader = {
    keep: async () => undefined,
    send: (_, __, ___, given) => {
      sending = given
      return new Promise(() => undefined)
    },
    forget: async () => undefined,
    discard: async () => undefined,
    forgetSent: () => undefined,
  }
  localStorage.clear()
  const store = new RecipeStore(new ScriptedBackend(), { loadUploader: async () => uploader })
  const parts = [{ name: 'card.jpg', contentType: 'image/jpeg', size: 4 }]
  const blobs = [new Blob(['card'])]
  const thumbnail = 'data:image/jpeg;base64,AAAA'
  store.submitUpload({ kind: 'PICTURE', submission: SUBMISSION, parts, blobs, thumbnail }, 'en')
  const [recipe] = store.getSnapshot().recipes
  if (recipe === undefined) throw new Error('the upload has no card')
  await vi.waitFor(() => expect(sending).toBeDefined())
  const { container, onCancel, user } = show(recipe.card, store)
  act(() => sending?.onProgress(0.429))
  expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '43')
  expect(container).toHaveTextContent('Sending: 42%')
  expect(container.querySelector('img')).toHaveAttribute('src', thumbnail)
  await user.click(screen.getByRole('button', { name: 'Cancel card.jpg' }))
  expect(onCancel).toHaveBeenCalledExactlyOnceWith(recipe.card.id)
})

it('offers other files after unreadable ones, and a retry after a transient failure', async () => {
  const asked = vi.fn()
  const end = onAskedToChoose(asked)
  const { user } = show(aCard({ ...upload, status: 'FAILED', errorCode: 'ENCRYPTED_FILE' }))
  expect(screen.getByText(/password-protected/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(asked).toHaveBeenCalledOnce()
  end()
})

it('offers a retry only where it may help', () => {
  show(aCard({ ...upload, status: 'FAILED', errorCode: 'UPLOAD_INTERRUPTED' }))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Choose another file' })).toBeNull()
})

it('shows the summary of a book that finished while the page is open', async () => {
  const view = (cards: readonly RecipeCard[]) => (
    <IntlProvider locale="en" onError={() => undefined}>
      <FinishedUploads recipes={cards.map((card) => ({ card, stored: true }))} SummaryPanel={SummaryPanel} />
    </IntlProvider>
  )
  const before = aCard({ id: 'old', importSummary: SUMMARY, sourceName: 'old.zip' })
  const book = aCard({ ...upload, id: 'book', importSummary: SUMMARY })
  const done: RecipeCard = { ...book, status: 'SUCCESS', importSummary: { ...SUMMARY, imported: 119 } }
  const { rerender } = render(view([before, book]))
  expect(screen.queryByRole('region')).toBeNull()
  rerender(view([before, done]))
  const panel = await screen.findByRole('region', { name: '<b>book</b>.zip' })
  expect(panel).toHaveTextContent('119 of 120 recipes imported; 1 failed.')
  expect(panel).toHaveTextContent('<i>Soup</i>')
  expect(panel).toHaveTextContent('We can’t open this file')
  expect(screen.queryByText('old.zip')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close summary' }))
  expect(screen.queryByRole('region')).toBeNull()
})
