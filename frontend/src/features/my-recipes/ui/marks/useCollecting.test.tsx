import { render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UPDATE_RECIPE } from '../../../../contract/operations'
import { RecipesProvider } from '../../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../../shared/api/test-support'
import { withRenamed } from '../../../../shared/lib/recipe/collections'
import { aCard, aRecipe } from '../../../../shared/lib/test-support'
import { ToastContext } from '../../../../shared/ui/Toasts'
import { ToastQueue } from '../../../../shared/ui/toast-queue'
import { useCollecting } from './useCollecting'

let backend: ScriptedBackend
let store: RecipeStore
let toasts: ToastQueue

beforeEach(() => {
  backend = new ScriptedBackend()
  store = new RecipeStore(backend)
  toasts = new ToastQueue()
})

afterEach(() => store.stop())

const ids = (count: number) => Array.from({ length: count }, (_, place) => String(place).padStart(32, '0'))

function progressTexts(): string[] {
  return toasts
    .shown()
    .filter(({ leaving }) => !leaving)
    .map(({ content }) => {
      const { container } = render(<IntlProvider locale="en">{content}</IntlProvider>)
      return container.textContent ?? ''
    })
}

async function rename(count: number): Promise<void> {
  backend.cards = ids(count).map((id) => aCard({ id, collections: ['Noël'] }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en">
      <ToastContext value={toasts}>
        <RecipesProvider store={store}>{children}</RecipesProvider>
      </ToastContext>
    </IntlProvider>
  )
  const { result } = renderHook(() => useCollecting(), { wrapper })
  await vi.waitFor(() => backend.live.onAcknowledged())
  await vi.waitFor(() => expect(store.getSnapshot().recipes).toHaveLength(count))
  return result.current(
    () => true,
    (names) => withRenamed(names, 'Noël', 'Christmas'),
  )
}

it('shows a renamed collection at once, then its progress, then the end', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  backend.answer(UPDATE_RECIPE, async ({ input }: { input: { id: string } }) => {
    await held
    return { updateRecipe: aRecipe({ id: input.id, version: 2 }) }
  })
  const said: string[] = []
  toasts.subscribe(() => said.push(...progressTexts()))
  const renaming = rename(12)
  await vi.waitFor(() => expect(progressTexts()).toEqual(['Updating 0 of 12 recipes…']))
  await vi.waitFor(() =>
    expect(store.getSnapshot().recipes.map(({ card }) => card.collections)).toEqual(Array(12).fill(['Christmas'])),
  )
  answer()
  await renaming
  expect(said).toContain('Updating 7 of 12 recipes…')
  expect(progressTexts()).toEqual([])
})
